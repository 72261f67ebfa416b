"""Calls every tool of `pdftract mcp` with the client of the mcp package, over both transports: mcp_client.py BINARY FOLDER."""

import asyncio
import base64
import json
import subprocess
import sys
from contextlib import asynccontextmanager

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client


def wire(model) -> dict:
    """Returns a message as it was sent: the names of attributes differ between versions of the package."""
    return model.model_dump(by_alias=True, mode="json")


@asynccontextmanager
async def over_http(arguments: list[str]):
    """Starts a server on a free port and connects to it."""
    with subprocess.Popen([*arguments, "--listen", "127.0.0.1:0"], stderr=subprocess.PIPE, text=True) as server:
        try:
            address = next(event["address"] for event in map(json.loads, server.stderr) if event["event"] == "listening")
            async with streamable_http_client(f"http://{address}/mcp") as streams:
                yield streams[:2]
        finally:
            server.terminate()


async def main(binary: str, folder: str) -> None:
    arguments = ["mcp", "--root", folder, "--workers", "1"]
    async with stdio_client(StdioServerParameters(command=binary, args=arguments)) as streams:
        await call_tools("standard streams", *streams)
    async with over_http([binary, *arguments]) as streams:
        await call_tools("HTTP", *streams)


async def call_tools(transport: str, read, write) -> None:
    async with ClientSession(read, write) as session:
        hello = wire(await session.initialize())
        assert hello["serverInfo"]["name"] == "pdftract", hello
        tools = wire(await session.list_tools())["tools"]
        assert [tool["name"] for tool in tools] == ["pdf_map", "pdf_read", "pdf_search", "pdf_look", "pdf_table"], tools
        assert all(tool["annotations"]["readOnlyHint"] and tool["outputSchema"] for tool in tools)

        # The client checks structured answers against the schemas.
        async def ask(tool: str, **arguments: object) -> dict:
            result = wire(await session.call_tool(tool, arguments))
            assert not result["isError"], result
            return result["structuredContent"]

        files = await ask("pdf_map", file=".")
        assert {entry["file"] for entry in files["files"]} >= {"hello.pdf", "table.pdf"}, files
        page = (await ask("pdf_map", file="table.pdf"))["pages"][0]
        assert page["quality"] == "high" and page["tables"], page
        read = await ask("pdf_read", file="hello.pdf")
        assert "Hello, reader!" in read["markdown"] and read["next_cursor"] is None, read
        found = await ask("pdf_search", file=".", query="reader")
        assert "hello.pdf" in {hit["file"] for hit in found["hits"]}, found
        table = await ask("pdf_table", file="table.pdf", block_id=page["tables"][0])
        assert table["csv"].count("\r\n") == table["rows"], table
        look = wire(await session.call_tool("pdf_look", {"file": "hello.pdf", "page": 1}))
        assert base64.b64decode(look["content"][0]["data"]).startswith(b"\x89PNG"), look
        refused = wire(await session.call_tool("pdf_read", {"file": "../README.md"}))
        assert refused["isError"], refused
    print(f"mcp over {transport}: protocol {hello['protocolVersion']}: five tools called")


asyncio.run(main(*sys.argv[1:]))
