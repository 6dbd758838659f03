"""A session whose user is asked before a tool runs, and answers."""

import json
from pathlib import Path
from typing import Any

from tests.client.api import Later, MessagesApi, Turn
from tests.client.driver import FLAGS, PATIENCE, Client, Conversation, settle
from tests.client.seen import answer


class Asked(Conversation):
    """A running session of a user who has allowed nothing; what the client asks is noted, and refused unless it is a
    question, which `answers` answers or is skipped, or a tool of those in `allows`."""

    def __init__(self, client: Client, project: Path, mode: str = "default") -> None:
        flags = [flag for flag in FLAGS if flag not in ("--allowedTools", "Edit,Write,Read,Bash")]
        asking = ("--permission-mode", mode, "--permission-prompt-tool", "stdio", "--input-format", "stream-json")
        super().__init__([str(client.program), "-p", *flags, *asking], project, client.env)
        self.api: MessagesApi = client.api
        self.asked: list[str] = []
        self.commands: list[str] = []  # that the user was asked for
        self.allows: set[str] = set()
        self.answers: dict[str, str] = {}
        self.events: list[dict[str, Any]] = []
        self.says = "The user said no."

    def answer_to(self, prompt: str, *turns: Turn | Later) -> str:
        """What a command of ours puts into the prompt; `turns` are what the model does then."""
        self.api.forget()
        self.api.script(*turns)
        output = self.send(prompt)
        assert self.api.requests_for("main"), f"the command was cancelled: {output}"
        return answer(self.api.requests_for("main")[0])

    def results(self) -> list[str]:
        """What the model's calls of tools gave in the last prompt."""
        messages = self.api.requests_for("main")[-1].body["messages"]
        at = max(i for i, message in enumerate(messages) if "<command-name>" in json.dumps(message["content"]))
        blocks = [
            block for message in messages[at:] if isinstance(message["content"], list) for block in message["content"]
        ]
        given = [block["content"] for block in blocks if block["type"] == "tool_result"]
        return [
            content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)
            for content in given
        ]

    def send(self, prompt: str) -> str:
        self._write({"type": "user", "message": {"role": "user", "content": prompt}})
        output = self.until()
        settle(self._project, self._env)  # nobody types the next prompt as fast as a script
        return output

    def until(self) -> str:
        """The result of the turn that runs, or that the client begins by itself: a background agent reports."""
        while (event := self._events.get(timeout=PATIENCE)) is not None:
            self.events.append(event)
            if event["type"] == "control_request":
                self._answer(event["request_id"], event["request"])
            elif event["type"] == "result":
                return str(event.get("result", ""))
        raise AssertionError("the client ended in the middle of a turn")

    def _answer(self, identity: str, request: dict[str, Any]) -> None:
        self.asked.append(request["tool_name"])
        self.commands += [request["input"]["command"]] if request["tool_name"] == "Bash" else []
        reply: dict[str, Any] = {"behavior": "deny", "message": self.says}
        if request["tool_name"] in self.allows:
            reply = {"behavior": "allow", "updatedInput": request["input"]}
        if request["tool_name"] == "AskUserQuestion":
            asked = [question["question"] for question in request["input"]["questions"]]
            answers = {question: self.answers.get(question, "Skip") for question in asked}
            reply = {"behavior": "allow", "updatedInput": {**request["input"], "answers": answers}}
        self._write(
            {
                "type": "control_response",
                "response": {"subtype": "success", "request_id": identity, "response": reply},
            }
        )

    def _write(self, message: dict[str, Any]) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()
