"""Tells the wheel that it holds a library, which any Python 3 can load."""

from __future__ import annotations

import sysconfig
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Tag(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
