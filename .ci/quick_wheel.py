"""Makes a wheel of the Python package from a native library that is already built.

quick_wheel.py SDIST LIBRARY WHEELS: the folder of the unpacked sdist, the library, the folder in
which the wheel is written. The wheel is for this machine alone.
"""

import base64
import hashlib
import sys
import sysconfig
import tomllib
import zipfile
from email.parser import HeaderParser
from pathlib import Path

TAG = f"cp310-abi3-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def main() -> None:
    source, library, wheels = map(Path, sys.argv[1:])
    metadata = (source / "PKG-INFO").read_bytes()
    version = HeaderParser().parsestr(metadata.decode())["Version"]
    project = tomllib.loads((source / "pyproject.toml").read_text())["project"]
    scripts = "".join(f"{name} = {place}\n" for name, place in project["scripts"].items())
    package = source / "tamis"
    files = {
        f"tamis/{path.relative_to(package)}": path.read_bytes()
        for path in sorted(package.rglob("*"))
        if path.is_file()
    }
    info = f"tamis-{version}.dist-info"
    files |= {
        "tamis/_native.abi3.so": library.read_bytes(),
        f"{info}/METADATA": metadata,
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: {TAG}\n".encode(),
        f"{info}/entry_points.txt": f"[console_scripts]\n{scripts}".encode(),
    }
    record = "".join(f"{name},{digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    wheels.mkdir(parents=True)
    with zipfile.ZipFile(wheels / f"tamis-{version}-{TAG}.whl", "w") as wheel:
        for name, data in files.items():
            wheel.writestr(name, data)


def digest(data: bytes) -> str:
    """Returns the hash of a file as wheels state it."""
    code = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
    return f"sha256={code.decode().rstrip('=')}"


main()
