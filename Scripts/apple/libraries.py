"""Reads `swift package dump-package` on standard input and prints the library products that iOS can build: whose targets need no system library
but what every SDK of Apple carries.
"""
import json
import sys

from gate import IN_EVERY_SDK


def main() -> None:
    package = json.load(sys.stdin)
    targets = {target["name"]: target for target in package["targets"]}

    def is_portable(name: str) -> bool:
        target = targets[name]
        if target["type"] == "system":
            return name in IN_EVERY_SDK
        for dependency in target["dependencies"]:
            (_, value), = dependency.items()
            platforms = (value[1] or {}).get("platformNames") or ["ios"]
            if value[0] in targets and "ios" in platforms and not is_portable(value[0]):
                return False
        return True

    for product in package["products"]:
        if "library" in product["type"] and all(is_portable(name) for name in product["targets"]):
            print(product["name"])


if __name__ == "__main__":
    main()
