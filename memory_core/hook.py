"""The door the client knocks on: one JSON event in, one reply out.

A hook is a guest in someone else's session. Whatever goes wrong in here the session goes on: the
reply is empty, the exit status 0, and the reason a line in the log that `doctor` shows.
"""

import os
import sys

from memory_core.core.light import event, lean_json
from memory_core.core.light.answer import Answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from typing import Any, Final
else:
    try:
        import _signal as signal  # `signal` itself is this and 6 ms of enumerations
    except ImportError:
        import signal

# Seconds after which a hook gives up by itself, well before the client's own limit in hooks.json.
DEADLINES: "Final" = {"SessionStart": 8.0, "Stop": 15.0, "PreCompact": 15.0, "UserPromptSubmit": 3.0, "PreToolUse": 3.0}
_TOLD: "Final" = ("SessionStart", "Stop")  # events after which the client shows a word to the user
_TELLING: "Final" = 1.0  # seconds for that word
_NICE: "Final" = 10  # how much the worker stands back behind other processes
EVENTS: "Final" = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PreCompact", "Stop", "SessionEnd")


class DeadlineError(BaseException):
    """The hook ran out of time. Not an `Exception`: nothing on the way may swallow it."""


def serve(name: str, flow: str) -> int:
    """Always 0: answer the event on standard input with what the flow's `on_event` makes of it, or with nothing.

    `flow` names a module below `memory_core`; its `on_event(event)` returns the words for the model, an `Answer`, or ""
    for silence. It is imported in here, so that even a broken installation is only a line in the log.
    """
    out = sys.stdout
    sys.stdout = sys.stderr  # a stray print must not reach the model
    answer: str | Answer = ""
    root = session = None
    try:
        _set_alarm(DEADLINES.get(name, 10.0))
        if os.environ.get("MEMORY_CORE_OFF", "0") in ("", "0"):
            _check_clock(name)
            _check_folder(name)
            given = event.read(sys.stdin.buffer)
            root, session = given.cwd or None, given.session
            if not _is_off(root or ".", session):
                answer = _room(flow).on_event(given)
        _set_alarm(0)
        if answer:
            out.write(reply(name, answer))
            out.flush()
    except BaseException as error:  # noqa: BLE001 - the boundary: no fault of ours may disturb the session
        if type(error).__name__ != "UntrustedError":  # the start of the session has said so
            _note(name, error, root)
        if isinstance(error, DeadlineError) and name in _TOLD and root and session:
            _tell(out, name, root, session)
    # Nothing is left to do, and tearing the interpreter down costs milliseconds that the user waits for.
    os._exit(0)


def work(arguments: list[str]) -> int:
    """Always 0: the worker of a project, started detached by a hook; what goes wrong is a line in the log."""
    root = arguments[-1] if arguments else ""
    try:
        if arguments[0] == _room("core.light.worker_state").CHECK:
            _room("core.light.files").write(root, "")
            os._exit(0)
        os.chdir(os.path.sep)
        if hasattr(os, "nice"):
            os.nice(_NICE)
        if arguments[0] == _room("core.light.worker_state").LATER:
            __import__("time").sleep(_room("core.light.worker_state").DELAY)
        worker = _room("capture.worker")
        _set_alarm(worker.SECONDS)
        if os.environ.get("MEMORY_CORE_OFF", "0") not in ("", "0"):
            raise ValueError("MEMORY_CORE_OFF is set: what waits is done once it is not")
        _check_clock("worker")
        _check_folder("worker")
        worker.detached(root)
    except BaseException as error:  # noqa: BLE001 - the boundary: the queue keeps what is not done
        _note("worker", error, root)
    os._exit(0)


def _is_off(folder: str, session: str) -> bool:
    """Whether the user has switched the hooks off, here or everywhere."""
    settings, places = _room("core.light.settings"), _room("core.light.places")
    try:
        return bool(settings.is_off(places.session_root(folder), session))
    except _room("core.light.errors").Refusal:  # the start of the session says so
        return False


def _check_clock(name: str) -> None:
    """A clock that was set wrongly is not used: a hook has nobody to refuse to."""
    if os.environ.get("MEMORY_CORE_NOW"):
        try:
            _room("core.light.clock").now()
        except Exception as error:  # noqa: BLE001 - whatever is wrong with it
            del os.environ["MEMORY_CORE_NOW"]
            _note(name, error, None)


def _check_folder(name: str) -> None:
    """Nor is a folder of the user that would be another one wherever the session is."""
    given = os.environ.get("JARVIS_ROOT")
    if given and not os.path.isabs(os.path.expanduser(given)):
        del os.environ["JARVIS_ROOT"]
        _note(name, ValueError(f"JARVIS_ROOT is {given!r}, not a whole path; ~/.jarvis is used"), None)


def reply(name: str, answer: str | Answer) -> str:
    """The reply that hands the model its context, the user a word, and the client a decision about the tool call."""
    answer = answer if isinstance(answer, Answer) else Answer(context=answer)
    special = {
        "permissionDecision": answer.decision,
        "permissionDecisionReason": answer.reason,
        "additionalContext": answer.context,
    }
    special = {key: value for key, value in special.items() if value}
    whole: dict[str, Any] = {"hookSpecificOutput": {"hookEventName": name, **special}} if special else {}
    if answer.notice:
        whole["systemMessage"] = answer.notice
    return lean_json.dumps(whole)


def _room(name: str) -> "Any":
    """The module of the house with that name. Not `importlib`, which costs a silent hook a millisecond."""
    return __import__(f"memory_core.{name}", fromlist=["*"])


def _tell(out: "Any", name: str, root: str, session: str) -> None:
    """Say to the user, once a session, that there was no time: else nobody would know that nothing is kept."""
    try:
        _set_alarm(_TELLING)
        trouble = _room("capture.user_warnings")
        project = _room("core.light.places").session_root(root)
        words = trouble.told(project, session, [trouble.late(DEADLINES[name])])
        _set_alarm(0)
        if words:
            out.write(reply(name, Answer(notice=words)))
            out.flush()
    except BaseException:  # noqa: BLE001, S110 - a word less
        pass


def _set_alarm(seconds: float) -> None:
    if hasattr(signal, "setitimer"):  # not on Windows, where the client's own limit must do
        signal.signal(signal.SIGALRM, _late)
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _late(*_: object) -> None:
    raise DeadlineError


def _note(name: str, error: BaseException, cwd: str | None) -> None:
    try:
        _set_alarm(0)
        why = (
            "it ran out of time; what was not done is done next time"
            if isinstance(error, DeadlineError)
            else _describe(error)
        )
        # Screening comes with the log and takes longer to load than most hooks take to answer.
        log, places = _room("core.log"), _room("core.light.places")
        log.write(name if name == "worker" else f"hook {name}", why, places.project_root(cwd) if cwd else None)
    except BaseException:  # noqa: BLE001, S110 - a log that cannot be written is just no log
        pass


def _describe(error: BaseException) -> str:
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f" ({os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno})" if trace else ""
    return f"{type(error).__name__}: {error}{where}"


def main(arguments: list[str]) -> int:
    """`memory-core hook EVENT`: the launcher starts hooks/<event>.py itself; this is the way for any interpreter."""
    if "--help" in arguments or "-h" in arguments:
        sys.stdout.write(f"usage: memory-core hook EVENT < event.json\n\nEVENT is one of: {', '.join(EVENTS)}\n")
        return 0
    wanted = arguments[0].replace("-", "").replace("_", "").casefold() if arguments else ""
    name = next((known for known in EVENTS if known.casefold() == wanted), None)
    if name is None:
        return 0
    script = "".join(f"_{char.lower()}" if char.isupper() else char for char in name).lstrip("_")
    path = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "hooks", f"{script}.py")
    return os.execv(sys.executable, [sys.executable, path])  # noqa: S606 - no shell is wanted
