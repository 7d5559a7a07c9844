"""The few compiled entry points: loops over a batch. Arrays in, arrays out, nothing checked."""

from __future__ import annotations

from expedition.fast.blocks import write_blocks, write_hidden
from expedition.fast.careful import careful_choice, play_carefully
from expedition.fast.compiled import compiled
from expedition.fast.kernel import apply, begin, is_legal, margin, shuffle, side_score, write_legal
from expedition.fast.layout import GOING_ON
from expedition.fast.playouts import play_randomly, random_turn
from expedition.fast.sensible import play_sensibly
from expedition.fast.tensors import write_observation, write_recall


@compiled
def deal_all(rules, states, starters, chosen, shuffled):
    """Begin a round in every chosen state: from a fresh shuffle, or from the `deal` it has."""
    for n in range(states.shape[0]):
        if chosen[n]:
            if shuffled:
                shuffle(rules[0], states[n])
            begin(rules[0], states[n], starters[n])


@compiled
def legal_all(rules, states, masks):
    """Write the legal actions of every state."""
    for n in range(states.shape[0]):
        write_legal(rules[0], states[n], masks[n])


@compiled
def first_illegal(rules, states, actions, going):
    """Return the place of the first action that is not legal, or -1."""
    for n in range(states.shape[0]):
        if going[n] and not is_legal(rules[0], states[n], actions[n]):
            return n
    return -1


@compiled
def apply_all(rules, states, actions, going, history, lengths):
    """Take one action in every state that goes on, and keep it where there is a history."""
    room = history.shape[1]
    for n in range(states.shape[0]):
        if not going[n]:
            continue
        action = actions[n]
        if 0 <= lengths[n] < room:
            history[n, lengths[n]] = action
        if lengths[n] >= 0:
            lengths[n] += 1
        apply(rules[0], states[n], action)


@compiled
def scores_all(rules, states, scores):
    """Write the points of every side as the expeditions lie."""
    for n in range(states.shape[0]):
        for side in range(rules[0].sides):
            scores[n, side] = side_score(rules[0], states[n], side)


@compiled
def margins_all(rules, states, margins):
    """Write the margin of every seat as the expeditions lie."""
    for n in range(states.shape[0]):
        for seat in range(rules[0].seats):
            margins[n, seat] = margin(rules[0], states[n], seat)


@compiled
def observe_all(rules, states, seats, observations):
    """Write what one seat of each state sees."""
    for n in range(states.shape[0]):
        write_observation(rules[0], states[n], seats[n], observations[n])


@compiled
def recall_all(rules, states, seats, history, lengths, rows):
    """Write all that one seat of each state has seen and done."""
    for n in range(states.shape[0]):
        at = write_observation(rules[0], states[n], seats[n], rows[n])
        actions = history[n, : lengths[n]]
        write_recall(rules[0], states[n], seats[n], actions, rows[n], at)


# A loop for each policy, so that nobody waits for the compiling of one that isn't asked for.


@compiled
def play_all_randomly(rules, states, going, most_turns):
    """Play every state that goes on at random; returns the turns made."""
    turns = 0
    for n in range(states.shape[0]):
        if going[n] and states[n].over == GOING_ON:
            turns += play_randomly(rules[0], states[n], most_turns)
    return turns


@compiled
def play_all_sensibly(rules, states, going, most_turns):
    """Play every state that goes on by the fast policy; returns the turns made."""
    turns = 0
    for n in range(states.shape[0]):
        if going[n] and states[n].over == GOING_ON:
            turns += play_sensibly(rules[0], states[n], most_turns)
    return turns


@compiled
def play_all_carefully(rules, states, going, most_turns):
    """Play every state that goes on as the bot `careful` does; returns the turns made."""
    turns = 0
    for n in range(states.shape[0]):
        if going[n] and states[n].over == GOING_ON:
            turns += play_carefully(rules[0], states[n], most_turns)
    return turns


@compiled
def careful_all(rules, states, actions):
    """Write the id of the action that the policy `careful` would take in each state; 0 if over."""
    for n in range(len(states)):
        actions[n] = 0
        if states[n].over == GOING_ON:
            actions[n] = careful_choice(rules[0], states[n])


@compiled
def play_rounds(rules, states, rounds, most_turns, scores):
    """Deal and play whole random rounds in the first state, and add up the scores of the sides.

    The starter goes round. Returns the turns and the actions. This is what `bench` measures.
    """
    turns = 0
    actions = 0
    state = states[0]
    for n in range(rounds):
        shuffle(rules[0], state)
        begin(rules[0], state, n % rules[0].seats)
        while state.over == GOING_ON and state.turns < most_turns:
            actions += random_turn(rules[0], state)
        turns += state.turns
        for side in range(rules[0].sides):
            scores[side] += side_score(rules[0], state, side)
    return turns, actions


@compiled
def blocks_all(rules, states, seats, blocks, overall):
    """Write what one seat of each state sees, suit by suit."""
    for n in range(states.shape[0]):
        write_blocks(rules[0], states[n], seats[n], blocks[n], overall[n])


@compiled
def hidden_all(rules, states, seats, hidden):
    """Write what a seat of each state may not know, suit by suit."""
    for n in range(len(states)):
        write_hidden(rules[0], states[n], seats[n], hidden[n])
