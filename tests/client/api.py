"""A stand-in for the Messages API on loopback: it answers with scripted turns and keeps every request."""

import itertools
import json
import threading
from collections import deque
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

Block = dict[str, Any]
Turn = list[Block | str] | Block | str
Later = Callable[[], Turn]  # a turn that is made when it is due
_count = itertools.count(1)


def say(words: str) -> Block:
    """A text block of the model."""
    return {"type": "text", "text": words}


def use(tool: str, **given: Any) -> Block:
    """A tool call of the model."""
    return {"type": "tool_use", "id": f"toolu_{next(_count):06d}", "name": tool, "input": given}


class Request(NamedTuple):
    """One request of the client: what it is for, and its body."""

    purpose: str  # main, summary (compaction), agent, aside (titles and the like)
    body: dict[str, Any]

    @property
    def texts(self) -> list[str]:
        """Every text block that the model is shown in the conversation, in order."""
        return [text for message in self.body.get("messages", []) for text in _texts(message["content"])]

    @property
    def last(self) -> str:
        """All text of the newest message."""
        messages = self.body.get("messages", [])
        return "\n".join(_texts(messages[-1]["content"])) if messages else ""


def _texts(content: Any) -> Iterator[str]:
    for block in [{"type": "text", "text": content}] if isinstance(content, str) else content or []:
        if block.get("type") == "text":
            yield block["text"]
        elif block.get("type") == "tool_result":
            yield from _texts(block.get("content"))


class MessagesApi:
    """The server. `script` says what the model answers next; unscripted turns are answered with "Done.".

    `reports` are what agents answer, in turn.
    """

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.faults: list[Exception] = []  # of turns that could not be made
        self.reports: deque[Turn | Later] = deque()
        self._turns: deque[Turn | Later] = deque()
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def script(self, *turns: Turn | Later) -> None:
        """Queue turns of the main conversation: a text, a block or several blocks each, or what makes them."""
        self._turns.extend(turns)

    def requests_for(self, purpose: str) -> list[Request]:
        """The requests so far with this purpose."""
        return [request for request in self.requests if request.purpose == purpose]

    def forget(self) -> None:
        """Forget requests and scripted turns."""
        self.requests.clear()
        self.reports.clear()
        self._turns.clear()

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()

    def answer(self, body: dict[str, Any], agent: bool) -> list[Block]:
        """Note a request and give the blocks that answer it."""
        request = Request("", body)
        turn: Turn | Later = "Done."
        if "detailed summary" in request.last:
            purpose, turn = "summary", "<analysis>short</analysis><summary>The user greeted.</summary>"
        elif not agent and not body.get("tools"):
            purpose, turn = "aside", '{"title": "A title"}'
        else:
            with self._lock:
                purpose, turns = ("agent", self.reports) if agent else ("main", self._turns)
                turn = turns.popleft() if turns else turn
        self.requests.append(request._replace(purpose=purpose))  # who makes the turn may look at it
        try:
            blocks = _blocks(turn)
        except Exception as fault:  # whoever makes the turn is told when the prompt is through
            self.faults.append(fault)
            blocks = [say(f"There is no such turn: {fault!r}")]
        return blocks


def _blocks(turn: Turn | Later) -> list[Block]:
    given = turn() if callable(turn) else turn
    return [
        say(block) if isinstance(block, str) else block for block in (given if isinstance(given, list) else [given])
    ]


def _handler(api: MessagesApi) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._send("application/json", b"{}")

        def do_HEAD(self) -> None:
            self.do_GET()

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
            if "count_tokens" in self.path:
                self._send("application/json", b'{"input_tokens": 100}')
            elif "/v1/messages" not in self.path:
                self._send("application/json", b"{}")
            else:
                blocks = api.answer(body, "x-claude-code-agent-id" in self.headers)
                message = _message(body.get("model", ""), blocks)
                if body.get("stream"):
                    self._send("text/event-stream", b"".join(map(_frame, _events(message, blocks))))
                else:
                    self._send("application/json", json.dumps(message).encode())

        def _send(self, kind: str, body: bytes) -> None:
            self.send_response(200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    return Handler


def _message(model: str, blocks: list[Block]) -> dict[str, Any]:
    calls = any(block["type"] == "tool_use" for block in blocks)
    return {
        "id": f"msg_{next(_count):06d}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": blocks,
        "stop_reason": "tool_use" if calls else "end_turn",
        "stop_sequence": None,
        "usage": {
            "input_tokens": 9,
            "output_tokens": 4,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
        },
    }


def _events(message: dict[str, Any], blocks: list[Block]) -> Iterator[dict[str, Any]]:
    empty: Block
    delta: Block
    yield {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    for index, block in enumerate(blocks):
        if block["type"] == "text":
            empty, delta = {"text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            empty, delta = {"input": {}}, {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield {"type": "content_block_start", "index": index, "content_block": {**block, **empty}}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ending = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": ending, "usage": message["usage"]}
    yield {"type": "message_stop"}


def _frame(event: dict[str, Any]) -> bytes:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
