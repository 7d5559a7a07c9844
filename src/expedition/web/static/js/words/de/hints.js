// Gründe für und gegen eine Wahl; die Codes und Parameter stehen in expedition.analysis.
// Farben und Karten stehen im Satz, nie am Anfang. Von hier bis zum Ende ist es strenges JSON.
export default {
  "hint.adds": "Sie bringt deiner Expedition in {suit} {n} Punkte.",
  "hint.adds-times": "Sie bringt deiner Expedition in {suit} {rank} × {times} = {points} Punkte.",
  "hint.breaks-even": "Mit ihr hat deine Expedition in {suit} ihre Kosten von {cost} Punkten eingespielt.",
  "hint.toward-even": {
    "one": "Sie bringt deine Expedition in {suit} näher an die Null: Danach fehlt noch {n} Punkt.",
    "other": "Sie bringt deine Expedition in {suit} näher an die Null: Danach fehlen noch {n} Punkte."
  },
  "hint.starts-costs": "Eine Expedition in {suit} zu beginnen kostet {cost} Punkte.",
  "hint.starts-costs-times": "Eine Expedition in {suit} mit ihr zu beginnen kostet {points} Punkte: Die Kosten zählen mal {times}.",
  "hint.multiplies": "Von da an zählt deine Expedition in {suit} mal {times}: ein Gewinn, aber auch ein Verlust.",
  "hint.risk-grows": "Folgt keine Zahl mehr, endet deine Expedition in {suit} bei minus {points}.",
  "hint.last-gain": {
    "one": "In deinem letzten Zug bringt sie {n} Punkt in {suit}.",
    "other": "In deinem letzten Zug bringt sie {n} Punkte in {suit}."
  },
  "hint.last-loss": {
    "one": "In deinem letzten Zug kostet sie {n} Punkt in {suit}.",
    "other": "In deinem letzten Zug kostet sie {n} Punkte in {suit}."
  },
  "hint.hand-covers": "Mit deinen Handkarten kommst du in {suit} auf {sum} Punkte, genug für die Kosten von {cost}.",
  "hint.needs-more": {
    "one": "Mit deinen Handkarten kommst du in {suit} auf {sum} Punkte; bis zur Null fehlt noch {n}.",
    "other": "Mit deinen Handkarten kommst du in {suit} auf {sum} Punkte; bis zur Null fehlen noch {n}."
  },
  "hint.cant-cover": "Alle Karten, die in {suit} noch kommen können, wiegen die Kosten von {cost} Punkten nicht auf.",
  "hint.too-late": {
    "one": "Bis zur Null braucht es mindestens {n} weitere Karte, und die Züge reichen für {turns}.",
    "other": "Bis zur Null braucht es mindestens {n} weitere Karten, und die Züge reichen für {turns}."
  },
  "hint.starts-early": {
    "one": "Das ist ein früher Anfang: Danach hast du noch {n} Zug.",
    "other": "Das ist ein früher Anfang: Danach hast du noch {n} Züge."
  },
  "hint.starts-late": {
    "one": "Das ist ein später Anfang: Danach hast du noch {n} Zug.",
    "other": "Das ist ein später Anfang: Danach hast du noch {n} Züge."
  },
  "hint.time-short": {
    "one": "Du hast {n} Karte, die auf deine begonnenen Expeditionen passt, und deine Züge reichen für {turns}.",
    "other": "Du hast {n} Karten, die auf deine begonnenen Expeditionen passen, und deine Züge reichen für {turns}."
  },
  "hint.can-wait": {
    "one": "Sie kann warten: Für die {n} Karte, die du anlegen kannst, bleiben noch {turns} Züge.",
    "other": "Sie kann warten: Für die {n} Karten, die du anlegen kannst, bleiben noch {turns} Züge."
  },
  "hint.skips-held": {
    "one": "Du hast {cards} auf der Hand, und das passt danach nicht mehr.",
    "other": "Du hast {cards} auf der Hand, und nichts davon passt danach noch."
  },
  "hint.skips-partner": {
    "one": "Dein Partner hat {cards} auf der Hand, und das passt danach nicht mehr.",
    "other": "Dein Partner hat {cards} auf der Hand, und nichts davon passt danach noch."
  },
  "hint.skips-pile": "Oben auf dem Ablagestapel liegt {card} und passt danach nicht mehr.",
  "hint.skips-unseen": {
    "one": "Noch nicht aufgetaucht ist {cards}, und das passt danach nicht mehr.",
    "other": "Noch nicht aufgetaucht sind {cards}, und nichts davon passt danach noch."
  },
  "hint.skips-nothing": "Sie überspringt nichts, was noch kommen könnte.",
  "hint.bonus-reached": "Sie ist Karte Nummer {length} deiner Expedition in {suit} und bringt den Bonus von {bonus} Punkten.",
  "hint.bonus-near": {
    "one": "Danach bringt noch {n} Karte in {suit} den Bonus von {bonus} Punkten.",
    "other": "Danach bringen noch {n} Karten in {suit} den Bonus von {bonus} Punkten."
  },
  "hint.bonus-out-of-reach": "Danach ist der Bonus von {bonus} Punkten in {suit} nicht mehr zu erreichen.",
  "hint.partner-follows": "Dein Partner hat {cards} auf der Hand und kann das darauf folgen lassen.",
  "hint.denies": "Sie würde auf die Expedition der anderen Seite in {suit} passen und kommt nun nicht dorthin.",
  "hint.nobody-can-lay": "Niemand kann sie mehr legen.",
  "hint.you-cant-lay": "Du kannst sie in {suit} nicht mehr legen.",
  "hint.spare-copy": "Du hast sie doppelt, und nur eine der beiden lässt sich legen.",
  "hint.only-one": "Du hast in {suit} nichts begonnen und keine andere Karte dafür.",
  "hint.gives-up": "Auf deiner Expedition in {suit} würde sie {n} Punkte bringen.",
  "hint.gives-up-times": "Auf deiner Expedition in {suit} würde sie alles mal {times} zählen lassen.",
  "hint.breaks-up": "Mit ihr hast du {n} Karten für {suit}, zusammen {sum} Punkte.",
  "hint.partner-collects": "Dein Partner hat für dieselbe Expedition {cards} auf der Hand.",
  "hint.out-of-round": "Eine abgelegte Karte ist für die ganze Runde aus dem Spiel.",
  "hint.nothing-fits": "Keine deiner Karten passt auf deine begonnenen Expeditionen.",
  "hint.feeds": "Auf der Expedition der anderen Seite in {suit} würde sie dort {n} Punkte bringen.",
  "hint.feeds-times": "Auf der Expedition der anderen Seite in {suit} würde sie dort alles mal {times} zählen lassen.",
  "hint.they-hold": "Die andere Seite hat auch {cards} auf der Hand und kann das dort legen.",
  "hint.they-collect": "Die andere Seite hat {cards} auf der Hand und will vielleicht in {suit} beginnen.",
  "hint.they-cant-lay": "Die andere Seite kann sie nicht legen.",
  "hint.not-begun-there": "Die andere Seite hat in {suit} nichts begonnen.",
  "hint.nobody-takes": "Wenn du jetzt vom Stapel ziehst, ist die Runde vorbei, bevor jemand sie nehmen kann.",
  "hint.covers-yours": "Sie verdeckt {card}, und das könntest du legen.",
  "hint.covers-theirs": "Sie verdeckt {card}, und das könnte die andere Seite legen.",
  "hint.deck-fits": {
    "one": "Von {total} Karten, die du noch nicht gesehen hast, passt {n} auf deine begonnenen Expeditionen.",
    "other": "Von {total} Karten, die du noch nicht gesehen hast, passen {n} auf deine begonnenen Expeditionen."
  },
  "hint.deck-fits-none": {
    "one": "Die {n} Karte, die du noch nicht gesehen hast, passt nicht auf deine begonnenen Expeditionen.",
    "other": "Keine der {n} Karten, die du noch nicht gesehen hast, passt auf deine begonnenen Expeditionen."
  },
  "hint.deck-shortens": {
    "one": "Das Ende rückt näher: Du hast {n} Karte zu legen, und danach reichen deine Züge für {turns}.",
    "other": "Das Ende rückt näher: Du hast {n} Karten zu legen, und danach reichen deine Züge für {turns}."
  },
  "hint.deck-hurries": {
    "one": "Das Ende rückt näher: Die andere Seite hat {n} Karte zu legen, und ihre Züge reichen für {turns}.",
    "other": "Das Ende rückt näher: Die andere Seite hat {n} Karten zu legen, und ihre Züge reichen für {turns}."
  },
  "hint.ends-ahead": "Das beendet die Runde mit {points} Punkten für dich und {theirs} für die andere Seite: Du liegst vorn.",
  "hint.ends-behind": "Das beendet die Runde mit {points} Punkten für dich und {theirs} für die andere Seite: Du liegst zurück.",
  "hint.ends-level": "Das beendet die Runde mit {points} Punkten für beide Seiten.",
  "hint.left-in-hand": {
    "one": "Das beendet die Runde, und {n} Karte auf deiner Hand hätte noch gepasst.",
    "other": "Das beendet die Runde, und {n} Karten auf deiner Hand hätten noch gepasst."
  },
  "hint.take-adds": "Auf deiner Expedition in {suit} bringt sie {n} Punkte.",
  "hint.take-times": "Auf deiner Expedition in {suit} lässt sie alles mal {times} zählen.",
  "hint.take-joins": "Auf der Hand hast du dazu schon {cards}.",
  "hint.take-starts": "Sie nützt dir nur, wenn du in {suit} beginnst, und das kostet {cost} Punkte.",
  "hint.take-useless": "Du kannst {card} nicht mehr legen.",
  "hint.take-too-late": "Wenn von jetzt an alle vom Stapel ziehen, hast du keinen Zug mehr, um {card} zu legen.",
  "hint.take-denies": "Sie passt auf die Expedition der anderen Seite in {suit} und kommt nun nicht dorthin.",
  "hint.take-time": {
    "one": "Der Stapel bleibt, wie er ist: Du hast {n} Karte zu legen, und deine Züge reichen dann für {turns}.",
    "other": "Der Stapel bleibt, wie er ist: Du hast {n} Karten zu legen, und deine Züge reichen dann für {turns}."
  },
  "hint.take-uncovers": "Darunter liegt {card}, und das könnte die andere Seite legen.",
  "hint.take-seen": "Alle sehen dann, dass du {card} auf der Hand hast.",
  "hint.stall-near": {
    "one": "Danach beendet noch {n} Zug mit Ablegen und Nehmen vom Ablagestapel die Runde.",
    "other": "Danach beenden noch {n} Züge in Folge mit Ablegen und Nehmen vom Ablagestapel die Runde."
  },
  "hint.stall-ends": "Das beendet die Runde, weil zu viele Züge in Folge nur aus Ablegen und Nehmen vom Ablagestapel bestanden.",
  "hint.to-lay": {
    "one": "Du hast {n} Karte, die auf deine begonnenen Expeditionen passt, und deine Züge reichen für {turns}.",
    "other": "Du hast {n} Karten, die auf deine begonnenen Expeditionen passen, und deine Züge reichen für {turns}."
  },
  "hint.they-wait": {
    "one": "Die andere Seite hat {n} Karte, die auf ihre begonnenen Expeditionen passt, und ihre Züge reichen für {turns}.",
    "other": "Die andere Seite hat {n} Karten, die auf ihre begonnenen Expeditionen passen, und ihre Züge reichen für {turns}."
  },
  "hint.hand-over": "Solange du {n} Karten oder mehr hast, kannst du stattdessen deinem Partner zwei davon geben: Das kostet deinen Zug, und der Stapel bleibt, wie er ist.",
  "hint.hand-over-helps": {
    "one": "Du hast {n} Karte zu legen, und deine Züge reichen für {turns}: Dein Partner könnte den Rest legen.",
    "other": "Du hast {n} Karten zu legen, und deine Züge reichen für {turns}: Dein Partner könnte einen Teil davon legen."
  }
};
