"""Play a match at an Expedition server: the first legal turn, every time.

pip install httpx
python table_client.py http://127.0.0.1:8000
"""

import json
import sys
import uuid

import httpx


def play(server: str) -> list[int]:
    """Set a table up against a bot, play the match to its end, and return the totals."""
    seats = [{"kind": "me", "name": "Example"}, {"kind": "bot", "bot": "random"}]
    body = {"edition": "classic", "rounds": 1, "seats": seats}
    with httpx.Client(base_url=server, timeout=None) as http:  # noqa: S113  a stream has no end
        made = http.post("/api/tables", json=body).raise_for_status().json()
        path = f"/api/tables/{made['table']}"
        me = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
        lines = me | {"Accept": "application/x-ndjson"}
        with http.stream("GET", f"{path}/events", headers=lines) as stream:
            for line in filter(None, stream.iter_lines()):  # an empty line is a sign of life
                frame = json.loads(line)
                if frame["type"] != "view":
                    continue
                view = frame["view"]
                if view["ending"]:
                    return list(view["standing"]["totals"])
                if view["can"]["turn"]:
                    choice = view["round"]["legal"][0]
                    turn = {
                        "type": "turn",
                        "id": uuid.uuid4().hex,  # send it again under this id if no answer comes
                        "base": view["seq"],
                        "actions": [choice["action"], *choice["draws"][:1]],
                    }
                    answer = http.post(f"{path}/commands", json=turn, headers=me).json()
                    print(view["round"]["turn"] + 1, turn["actions"], answer["type"])
    msg = "The stream has ended before the match."
    raise ConnectionError(msg)


if __name__ == "__main__":
    print("Totals:", play(sys.argv[1]))
