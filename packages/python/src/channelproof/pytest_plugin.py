"""pytest --channelproof module:function: one test for each vector about tokens.

The function gets the method and the params of a question, and returns the result of the adapter protocol.
"""

import collections
import copy
import importlib
import sys

import pytest

from . import Refused, Unsupported, family, judge

FAMILIES = ["token/params", "token/signature", "token/issue", "token/refusal", "token/verify"]
# The only member of a result that must be there, and its type; token.verify has another shape.
TEXTS = {"token.params": "params", "token.signature": "signature", "token.issue": "token"}
MARK = "channelproof"


def pytest_addoption(parser):
    """Add the flags; without --channelproof the plugin does nothing."""
    group = parser.getgroup("channelproof", "vectors of channelproof")
    group.addoption("--channelproof", metavar="MODULE:FUNCTION", help="ask this function every vector about tokens")
    group.addoption(
        "--channelproof-level",
        choices=["required", "recommended"],
        default="required",
        help="what fails a test (default: required)",
    )


def pytest_configure(config):
    """Start the plugin proper where --channelproof is given."""
    config.addinivalue_line("markers", f"{MARK}: the vectors of channelproof; -m {MARK} runs nothing else")
    if config.getoption("--channelproof") is not None and not config.option.collectonly:
        config.pluginmanager.register(Count(), "channelproof-count")


@pytest.hookimpl(tryfirst=True)  # before -k and -m choose among the tests
def pytest_collection_modifyitems(session, config, items):
    """Add one test a vector to what pytest has found."""
    named = config.getoption("--channelproof")
    if named is not None:
        folder = Vectors.from_parent(session, name="channelproof", nodeid="channelproof")
        folder.ask = Asker(function_of(named, str(config.invocation_params.dir)))
        items.extend(folder.collect())


def function_of(named, folder):
    """Import module:function, from the folder of the call as "python -m pytest" does."""
    if folder not in sys.path:
        sys.path.insert(0, folder)
    module, _, name = named.partition(":")
    try:
        function = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise pytest.UsageError(f"--channelproof {named}: {error}; use module:function") from error
    if not callable(function):
        raise pytest.UsageError(f"--channelproof {named}: it is no function")
    return function


class Asker:
    """Asks the function, each question once, since a twin belongs to many refusals."""

    def __init__(self, function):
        self.function = function
        self.vectors = {vector["id"]: vector for name in FAMILIES for vector in family(name)["vectors"]}
        self.answers = {}

    def answer(self, vector_id):
        """Return the answer to a vector, as docs/judges.md lists them, and the error behind it."""
        if vector_id not in self.answers:
            question = copy.deepcopy(self.vectors[vector_id]["question"])
            self.answers[vector_id] = self.ask(question["method"], question["params"])
        return self.answers[vector_id]

    def ask(self, method, params):
        """Only Refused and Unsupported have a meaning: any other exception is a failure."""
        try:
            return answer_of(method, self.function(method, params)), None
        except Refused as refusal:
            return {"kind": "refused", "reason": refusal.reason}, refusal
        # pytest.skip() says the same, and must not take a vector out of the count.
        except (Unsupported, pytest.skip.Exception) as error:
            return {"kind": "unsupported", "why": str(error)}, error
        except Exception as error:  # pylint: disable=broad-except
            return {"kind": "failed", "message": repr(error)}, error

    def verdict(self, vector):
        """Judge the answer; a refusal counts only beside its accepted twin."""
        answer = self.answer(vector["id"])[0]
        row = {name: vector[name] for name in ("level", "question", "expect")}
        if "twin" in vector:
            kind = self.answer(vector["twin"])[0]["kind"]
            row["twin"] = {"accepted": "twin-accepted", "broken": "twin-broken"}.get(kind, "no-twin")
        return judge.judge({**row, "answer": answer})


def answer_of(method, result):
    """Read a result of the adapter protocol."""
    if method != "token.verify":
        if not isinstance(result, dict) or not isinstance(result.get(TEXTS[method]), str):
            return broken(f'the result of {method} is {{"{TEXTS[method]}": text}}, and not {result!r}')
        return {"kind": "accepted", "output": result}
    if isinstance(result, dict) and result.get("valid") is False:
        return {"kind": "refused", **{name: result[name] for name in ("reason",) if name in result}}
    if not isinstance(result, dict) or result.get("valid") is not True or not isinstance(result.get("joinParams"), dict):
        return broken(f'the result is {{"valid": True, "joinParams": dict}} or {{"valid": False}}, and not {result!r}')
    loose = [f"/{name}" for name, value in result["joinParams"].items() if isinstance(value, float)]
    return {"kind": "accepted", "output": result, "inexact": loose}


def broken(message):
    """Return the answer of a function that does not answer."""
    return {"kind": "broken", "reason": "bad-line", "message": message}


class Vectors(pytest.Collector):
    """The parent of all vectors; no file has them."""

    ask = None

    def collect(self):
        """Make one test a vector."""
        for vector in self.ask.vectors.values():
            test = Vector.from_parent(self, name=vector["id"])
            test.add_marker(MARK)
            test.vector = vector
            yield test


class Wrong(Exception):
    """A vector that failed; its text is the whole message."""


class Vector(pytest.Item):
    """One question: passed, failed, skipped where the SDK cannot be asked or the text leaves the answer open."""

    vector = None

    def runtest(self):
        """Ask, judge, and say what the outcome is."""
        verdict = self.parent.ask.verdict(self.vector)
        self.user_properties += [("channelproof_method", self.vector["question"]["method"])]
        self.user_properties += [("channelproof_outcome", verdict["outcome"])]
        answer, error = self.parent.ask.answer(self.vector["id"])
        gating = ["required", self.config.getoption("--channelproof-level")]
        if verdict["outcome"] == "errored" or (verdict["outcome"] == "failed" and verdict["level"] in gating):
            raise Wrong(self.message(verdict, answer)) from error
        if verdict["outcome"] == "failed":
            pytest.xfail(f"{verdict['reason']}, at level {verdict['level']}, which does not gate")
        if verdict["outcome"] != "passed":
            pytest.skip(answer.get("why") or f"{verdict['outcome']}: {verdict.get('reason')}")

    def message(self, verdict, answer):
        """Word a failure: what is wrong, what was right, where to read more."""
        expect, got = self.vector["expect"], {name: answer[name] for name in answer if name != "inexact"}
        return (
            f"{self.vector['title']}\n  wrong     {verdict['reason']} ({verdict['level']})\n"
            f"  expected  {expect['verdict']} {expect.get('output') or expect.get('reasons', '')}\n  got       {got}\n"
            f"  rules     {', '.join(self.vector['requirements'])}\n  next      npx channelproof explain {self.name}"
        )

    def repr_failure(self, excinfo, style=None):
        """Show the message alone, and for an exception of the function where it was raised."""
        if not isinstance(excinfo.value, (Wrong, pytest.xfail.Exception)):
            return super().repr_failure(excinfo)
        cause = excinfo.value.__cause__
        if cause is None or isinstance(cause, Refused):
            return str(excinfo.value)
        from_function = pytest.ExceptionInfo.from_exception(cause)
        return f"{excinfo.value}\n\n{from_function.getrepr(style='short')}"

    def reportinfo(self):
        """Return where the vector is: a name, since no file of the project has it."""
        return "channelproof", None, self.name


class Count:
    """Skipping everything is no success; under pytest-xdist only the process that collects the reports counts."""

    def __init__(self):
        self.seen = collections.defaultdict(collections.Counter)
        self.total = collections.Counter(
            vector["question"]["method"] for name in FAMILIES for vector in family(name)["vectors"]
        )

    def pytest_runtest_logreport(self, report):
        """Note the outcome of each vector, by its method."""
        told = dict(report.user_properties)
        if report.when == "call" and "channelproof_method" in told:
            self.seen[told["channelproof_method"]][told["channelproof_outcome"]] += 1

    def problems(self):
        """Return why this run proves nothing: a filtered one must pass something, a whole one most of a method."""
        if not any(outcomes["passed"] for outcomes in self.seen.values()):
            return ["no vector passed"]
        return [
            f"{method} was answered for less than half of its vectors"
            for method, outcomes in self.seen.items()
            if sum(outcomes.values()) == self.total[method]
            and self.total[method] / 2 < outcomes["skipped"] < self.total[method]
        ]

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session):
        """Let a run fail that asked too little."""
        is_green = session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        if is_green and not hasattr(session.config, "workerinput") and self.problems():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter):
        """Say why."""
        for problem in self.problems():
            terminalreporter.write_line(f"FAILED channelproof: {problem}", red=True)
