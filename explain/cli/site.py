"""`site`: the FAQ as a static site."""

from __future__ import annotations

from pathlib import Path

import click

from . import Failed, opened_bases, say

#: What to type where the parts that only the site needs are not there.
NEEDED = 'this needs Jinja2 and Pygments: pip install "pytorch-explain[site]"'


def _address(ctx: click.Context, parameter: click.Parameter, value: str) -> str:
    scheme, _, rest = value.partition("://")
    if value and (scheme not in ("https", "http") or not rest.strip("/") or not value.isprintable()):
        raise click.BadParameter("must begin with https:// or http:// and name a host")
    return value


@click.command("site")
@click.argument("out", type=click.Path(file_okay=False, path_type=Path), metavar="OUT")
@click.option(
    "--pyodide",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    metavar="DIR",
    help="The npm package pyodide, for a box that explains pasted tracebacks within the page.",
)
@click.option("--address", default="", metavar="URL", callback=_address, help="Where the site will be found.")
@click.option("--serve", is_flag=True, help="Serve it on this machine when it is built.")
@click.option("--port", default=8000, show_default=True, help="The port to serve it on.")
def command(out: Path, pyodide: Path | None, address: str, serve: bool, port: int) -> None:
    """Build the FAQ as a static site in the folder OUT: every entry a page, English and Chinese, with a search box.

    \b
    pytorch-explain site faq --serve
    npm install pyodide && pytorch-explain site faq --pyodide node_modules/pyodide
    pytorch-explain site public --address https://example.org/faq/
    """
    try:
        from ..faq.site import addresses, building, engine
    except ImportError as error:
        raise Failed(NEEDED) from error
    opened = opened_bases()
    try:
        files = building.site(opened, pyodide, address)
        building.write(files, out)
    except (addresses.Taken, building.NotOurs, engine.NotPyodide) as error:
        raise click.UsageError(str(error)) from error
    pages = sum(name.endswith(".html") for name in files)
    say(f"{out}: {pages} pages, {sum(map(len, files.values())) / 1_000_000:.1f} MB")
    if serve:
        _serve(out, port)


def _serve(folder: Path, port: int) -> None:
    """Serves until somebody ends it."""
    from ..faq.site import serving

    try:
        running = serving.server(folder, port)
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no such port"
        raise Failed(f"cannot serve on port {port}: {reason}") from error
    say(f"{serving.address(running)}  (Ctrl-C ends it)")
    with running:
        try:
            running.serve_forever()
        except KeyboardInterrupt:
            say()
