"""Death by a signal: what it usually is, what can be established of this one, and how to find out."""

from __future__ import annotations

import signal
from typing import NamedTuple

from ..output.layout import LABELS, Row
from ..output.plain import block
from ..output.wrapping import printable, wrap
from ..patterns import Pattern
from .kernel import Kills, kills, limit, shared, size

_DUMP = Pattern(
    r"Current thread 0x[0-9a-f]{1,20}[^\n]{0,80}:\n\s{0,4}File \"([^\"\n]{1,400})\", line (\d+) in ([^\n]+)"
)
_FAULTHANDLER = "python -X faulthandler script.py"
_KERNEL_LOG = "sudo dmesg -T | grep -i 'killed process'"


class _Death(NamedTuple):
    """What is said of one signal."""

    en: str
    zh: str
    #: Commands that tell more.
    look: tuple[str, ...]
    #: Language -> what helps.
    help: dict[str, str] = {}  # noqa: RUF012  (never changed)


#: By the signal's name; SIGKILL by what the kernel's counts establish, too.
_DEATHS = {
    "SIGKILL group": _Death(
        "While it ran, the kernel killed {count} of the processes in this control group (container, batch job) for want"
        " of main memory (RAM, not GPU memory){limit}: most likely this one was among them.",
        "运行期间，内核因内存（RAM，不是显存）不足，杀掉了本控制组（容器或作业）里的 {count} 个进程{limit}，"
        "这个进程很可能就在其中。",
        (_KERNEL_LOG,),
        {
            "en": "fewer DataLoader workers, data in arrays instead of Python lists, a larger limit for the job.",
            "zh": "减少 DataLoader 的 num_workers，数据放进数组而不是 Python list，调高作业的内存上限。",
        },
    ),
    "SIGKILL machine": _Death(
        "While it ran, the kernel killed {count} processes on this machine for want of main memory (RAM, not GPU"
        " memory). Whether this was one of them, the kernel's log tells.",
        "运行期间，内核因内存（RAM，不是显存）不足，在这台机器上杀掉了 {count} 个进程；这个进程是否在其中，"
        "要看内核日志。",
        (_KERNEL_LOG,),
    ),
    "SIGKILL sent": _Death(
        "It cannot be caught, and the kernel did not send it for want of memory: it counted no such kill while this"
        " ran. So somebody sent it: kill -9, a batch system at its limit, earlyoom or systemd-oomd.",
        "这个信号无法捕获，而且不是内核因内存不足发的：运行期间内核没有这样的记录。是别人发的：kill -9、"
        "作业系统到了限额、earlyoom 或 systemd-oomd。",
        (
            "journalctl -u systemd-oomd -u earlyoom",
            "sacct -j JOB --format=State,MaxRSS",
            "kubectl describe pod POD",
            "sudo dmesg -T | tail",
        ),
    ),
    "SIGKILL": _Death(
        "It cannot be caught, so the program could say nothing. Usually the kernel sent it because main memory (RAM,"
        " not GPU memory) was used up, or a batch system at its limit. The kernel's log tells whether it did.",
        "这个信号无法捕获，程序来不及留下任何信息。多半是内存（RAM，不是显存）用尽后被内核杀掉，"
        "或者作业系统到了限额。是不是内核杀的，看内核日志。",
        (_KERNEL_LOG,),
    ),
    "SIGSEGV": _Death(
        "Compiled code touched memory that is not its own: seldom the fault of Python code, usually an extension built"
        " for another version of torch or CUDA, two libraries that do not fit together, or a driver.",
        "编译好的代码访问了不属于它的内存：很少是 Python 代码的问题，通常是扩展按别的 torch 或 CUDA 版本编译、"
        "几个库互相不兼容，或者驱动有问题。",
        (_FAULTHANDLER, "sudo dmesg -T | grep -i segfault"),
    ),
    "SIGBUS": _Death(
        "Usually shared memory ran out: DataLoader workers hand their batches over in /dev/shm{shm}, and Docker gives"
        " it 64 MB. Otherwise a memory-mapped file was cut while it was in use, or its disk is full.",
        "通常是共享内存用尽：DataLoader 的 worker 通过 /dev/shm{shm} 传递 batch，而 Docker 默认只给 64 MB。"
        "也可能是内存映射的文件在使用中被截断，或者所在磁盘已满。",
        ("df -h /dev/shm    # while it runs", _FAULTHANDLER, "sudo dmesg -T | tail"),
        {
            "en": "docker run --shm-size=8g (or --ipc=host), or fewer DataLoader workers.",
            "zh": "docker run --shm-size=8g（或 --ipc=host），或者减少 num_workers。",
        },
    ),
    "SIGILL": _Death(
        "Compiled code used an instruction that this processor does not have: a library built for a newer one (AVX2,"
        " AVX-512), or on another machine with -march=native.",
        "编译好的代码用了这块处理器没有的指令：库是按更新的处理器（AVX2、AVX-512）编译的，"
        "或者是在别的机器上用 -march=native 编译的。",
        (
            "sudo dmesg -T | grep -i 'invalid opcode'    # names the library",
            "lscpu | grep -i avx",
            _FAULTHANDLER,
        ),
    ),
    "SIGFPE": _Death(
        "Compiled code divided an integer by zero, often by a size that is 0: an empty tensor or an empty batch.",
        "编译好的代码做了整数除以零，除数往往是某个为 0 的尺寸：空的 tensor 或空的 batch。",
        (_FAULTHANDLER,),
    ),
    "SIGABRT": _Death(
        "Compiled code ended the program by itself, after an error that it could not hand to Python; what it printed"
        " last tells which.",
        "编译好的代码遇到无法交给 Python 处理的错误，自己终止了程序；它最后打印的内容会说明是什么错误。",
        (_FAULTHANDLER,),
    ),
}
_WORDS = {
    "en": {
        "head": "Died of {} (signal {}).",
        "rank": "Rank {2} died of {0} (signal {1}).",
        "stood": " It stood at {}:{}, in {}.",
        "limit": ", limited to {}",
        "shm": " ({} here)",
    },
    "zh": {
        "head": "程序死于 {}（信号 {}）。",
        "rank": "rank {2} 死于 {0}（信号 {1}）。",
        "stood": "当时执行到 {}:{}，在 {} 里。",
        "limit": "（上限 {}）",
        "shm": "（这里是 {}）",
    },
}


def render(number: int, lang: str, columns: int, before: Kills, said: str, rank: int | None = None) -> str:
    """What is said of death by a signal, as text; empty for a signal that tells of no failure.

    `before` are the kernel's counts at the start, `said` is what came on standard error.
    """
    name = next((known.name for known in signal.Signals if known == number), "")
    if name not in _DEATHS:
        return ""
    words = _WORDS[lang]
    key, count = _killed(before, kills()) if name == "SIGKILL" else (name, "")
    death = _DEATHS[key]
    what = (death.zh if lang == "zh" else death.en).format(
        count=count, limit=_sized(words["limit"], limit()), shm=_sized(words["shm"], shared())
    )
    look, dump = death.look, _DUMP.search(said)
    if dump:
        what += words["stood"].format(*dump.groups())
        look = tuple(command for command in look if command != _FAULTHANDLER)
    head = words["head" if rank is None else "rank"].format(name, number, rank)
    lines = [head, *wrap(what, columns)]
    for kind, text, code in (("change", death.help.get(lang, ""), ""), ("locate", "", "\n".join(look))):
        lines += block(Row(kind, LABELS[lang][kind].strip(), text, code), columns)
    return printable("\n".join(lines)) + "\n"


def _sized(words: str, count: int | None) -> str:
    return words.format(size(count)) if count else ""


def _killed(before: Kills, after: Kills) -> tuple[str, str]:
    """What the counts establish of a SIGKILL, and the count."""
    if before.group is not None and after.group is not None and after.group > before.group:
        return "SIGKILL group", str(after.group - before.group)
    if before.machine is None or after.machine is None:
        return "SIGKILL", ""
    if after.machine > before.machine:
        return "SIGKILL machine", str(after.machine - before.machine)
    return "SIGKILL sent", ""
