"""Reading never raises, and what it made of a text it leaves as it is."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st
from pytorch_explain.reading.passages import NONE, read

#: Any code points, half surrogates too.
ANY = st.text(st.characters())
LINES = (
    "Traceback (most recent call last):",
    "RuntimeError                              Traceback (most recent call last)",
    '  File "/home/me/train.py", line 31, in forward',
    "    x = self.fc1(x)",
    "        ^^^^^^^^^^^",
    "----> 3 y = net(x)",
    "Cell In[5], line 3",
    "RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)",
    '\tMissing key(s) in state_dict: "fc.weight".',
    "Loss.cu:94: block: [0,0,0] Assertion `t >= 0 && t < n_classes` failed.",
    "Exception has occurred: RuntimeError",
    "- Exception Message: CUDA out of memory",
    "UserWarning: x",
    "During handling of the above exception, another exception occurred:",
    "_queue.Empty",
    'raise RuntimeError("x")',
    "a sentence, with &lt;module&gt; in it",
    " 45%|████▌     | 45/100 [00:10<00:12,  4.41it/s]",
    "Process finished with exit code 1",
    "",
)
PREFIXES = ("", "", "", "[rank1]: ", "ERROR:root:", "(f pid=1) ", "> ", "E   ", "\x1b[31m", "2024-01-02 03:04:05,678 ")
PASTES = st.lists(st.tuples(st.sampled_from(PREFIXES), st.sampled_from(LINES)), max_size=25).map(
    lambda rows: "\n".join(prefix + line for prefix, line in rows)
)


@settings(deadline=None, max_examples=300)
@given(ANY | st.binary())
@example("\ud800")
@example(b"\xff\xfe\x00")
@example("RuntimeError:")
@example("Exception has occurred: RuntimeError")
@example('  File "a.py", line 3')
def test_reading_never_raises(data: str | bytes) -> None:
    read(data)


@settings(deadline=None, max_examples=300)
@given(ANY | st.binary() | PASTES)
def test_a_text_that_was_read_reads_as_itself(data: str | bytes) -> None:
    text = read(data).text
    assert read(text).text == text


@settings(deadline=None, max_examples=300)
@given(PASTES)
def test_every_passage_lies_within_the_text(text: str) -> None:
    paste = read(text)
    for passage in paste.passages:
        assert 0 <= passage.start <= passage.end <= len(paste.text)
        assert passage.strength >= NONE


@settings(deadline=None, max_examples=300)
@given(PASTES)
def test_the_message_of_a_failure_stands_in_its_passage(text: str) -> None:
    paste = read(text)
    for passage in paste.passages:
        assert passage.failure.message in paste.text[passage.start : passage.end]


@settings(deadline=None, max_examples=200)
@given(PASTES)
def test_bytes_and_text_are_read_alike(text: str) -> None:
    assert read(text.encode()) == read(text)
