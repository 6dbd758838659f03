"""The entry point of hooks: reads one event of the client as JSON, and prints one reply.

A hook must not disturb the session. If anything fails, the reply is empty, the exit code is 0, and the reason is in the
log that `doctor` shows.
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
        import _signal as signal  # the base of `signal`, without 6 ms for its enumerations
    except ImportError:
        import signal

# Seconds after which a hook gives up, well before the limit of the client in hooks.json.
DEADLINES: "Final" = {"SessionStart": 8.0, "Stop": 15.0, "PreCompact": 15.0, "UserPromptSubmit": 3.0, "PreToolUse": 3.0}
_WITH_MESSAGE: "Final" = ("SessionStart", "Stop")  # events after which the client shows the user a message
_TELLING: "Final" = 1.0  # seconds for that message
_NICE: "Final" = 10  # added to the niceness of the worker
EVENTS: "Final" = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PreCompact", "Stop", "SessionEnd")


class DeadlineError(BaseException):
    """The hook ran out of time. Not an `Exception`, so that no handler on the way catches it."""


def serve(name: str, flow: str) -> int:
    """Answer the event on standard input with the result of `on_event` of a module; always return 0.

    `flow` is the module below `memory_core`. Its `on_event(event)` returns text for the model, an `Answer`, or "" for
    no answer. It is imported here, so that even a broken installation only causes a line in the log.
    """
    out = sys.stdout
    sys.stdout = sys.stderr  # output of a stray `print` must not reach the model
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
    except BaseException as error:  # noqa: BLE001 - the boundary: no bug in memory-core may disturb the session
        if type(error).__name__ != "UntrustedError":  # the start of the session has reported it
            _note(name, error, root)
        if isinstance(error, DeadlineError) and name in _WITH_MESSAGE and root and session:
            _tell(out, name, root, session)
    # Nothing is left to do. Regular shutdown of the interpreter takes milliseconds, for which the user waits.
    os._exit(0)


def work(arguments: list[str]) -> int:
    """Run the worker of a project, which a hook starts as a detached process; always return 0. Errors are logged."""
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
            raise ValueError("MEMORY_CORE_OFF is set: waiting events are processed when it is not")
        _check_clock("worker")
        _check_folder("worker")
        worker.detached(root)
    except BaseException as error:  # noqa: BLE001 - the boundary: the queue keeps what is not done
        _note("worker", error, root)
    os._exit(0)


def _is_off(folder: str, session: str) -> bool:
    """Whether the user has switched the hooks off, in this project or everywhere."""
    settings, places = _room("core.light.settings"), _room("core.light.places")
    try:
        return bool(settings.is_off(places.session_root(folder), session))
    except _room("core.light.errors").Refusal:  # the start of the session reports it
        return False


def _check_clock(name: str) -> None:
    """Ignore an invalid `MEMORY_CORE_NOW` and log it: a hook cannot refuse it to anybody."""
    if os.environ.get("MEMORY_CORE_NOW"):
        try:
            _room("core.light.clock").now()
        except Exception as error:  # noqa: BLE001 - whatever is wrong with it
            del os.environ["MEMORY_CORE_NOW"]
            _note(name, error, None)


def _check_folder(name: str) -> None:
    """Ignore a relative `JARVIS_ROOT` and log it: it would be another folder in each working directory."""
    given = os.environ.get("JARVIS_ROOT")
    if given and not os.path.isabs(os.path.expanduser(given)):
        del os.environ["JARVIS_ROOT"]
        _note(name, ValueError(f"JARVIS_ROOT is {given!r}, a relative path; ~/.jarvis is used"), None)


def reply(name: str, answer: str | Answer) -> str:
    """The reply of a hook as JSON: context for the model, message for the user, decision about the tool call."""
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
    """Import a module of memory-core. `importlib` would cost a silent hook a millisecond."""
    return __import__(f"memory_core.{name}", fromlist=["*"])


def _tell(out: "Any", name: str, root: str, session: str) -> None:
    """Tell the user, once in a session, that the hook ran out of time and that nothing is kept."""
    try:
        _set_alarm(_TELLING)
        trouble = _room("capture.user_warnings")
        project = _room("core.light.places").session_root(root)
        words = trouble.unseen(project, session, [trouble.late(DEADLINES[name])])
        _set_alarm(0)
        if words:
            out.write(reply(name, Answer(notice=words)))
            out.flush()
    except BaseException:  # noqa: BLE001, S110 - a word less
        pass


def _set_alarm(seconds: float) -> None:
    if hasattr(signal, "setitimer"):  # not on Windows, where only the client limits the time
        signal.signal(signal.SIGALRM, _late)
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _late(*_: object) -> None:
    raise DeadlineError


def _note(name: str, error: BaseException, cwd: str | None) -> None:
    try:
        _set_alarm(0)
        why = "it ran out of time; the rest is done next time" if isinstance(error, DeadlineError) else _describe(error)
        # The log imports the removal of secrets, which takes longer to load than most hooks run.
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
    """Run `memory-core hook EVENT`. The client uses hooks/<event>.py directly; this works with any interpreter."""
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
