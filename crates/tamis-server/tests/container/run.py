"""Runs an image of the service by `runc`, with a file system that cannot be written, without
capabilities and not as root, and checks what it answers.

run.py FOLDER ROOT CONFIG: FOLDER is for the bundle, ROOT the file system of the image, CONFIG the
output of `buildah inspect --type image`.
"""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ADDRESS = "http://127.0.0.1:8080"
PAGE = b"<title>Bread</title><article><p>Bread needs flour, water, salt and some hours of time."


def bundle(folder: Path, root: str, image: dict, command: list[str]) -> Path:
    """Writes a bundle for `runc` that runs a command as the image says. Returns its folder."""
    folder.mkdir(parents=True)
    subprocess.run(["runc", "spec"], cwd=folder, check=True)
    path = folder / "config.json"
    config = json.loads(path.read_text())
    user, group = map(int, image["User"].split(":"))
    if user == 0:
        sys.exit("the image runs as root")
    config["root"] = {"path": root, "readonly": True}
    process = config["process"]
    process.update(args=command, terminal=False, noNewPrivileges=True)
    # Limits of this process may be lower than those that the default asks for.
    process.update(user={"uid": user, "gid": group}, rlimits=[], env=image.get("Env") or [])
    process["capabilities"] = {name: [] for name in process["capabilities"]}
    # The network of this machine, so that the service is reached without a bridge.
    linux = config["linux"]
    linux["namespaces"] = [of for of in linux["namespaces"] if of["type"] != "network"]
    path.write_text(json.dumps(config))
    return folder


def started(
    folder: Path, name: str, root: str, image: dict, command: list[str]
) -> subprocess.Popen:
    """Starts a container, and returns once it answers."""
    path = bundle(folder / name, root, image, command)
    begin = time.monotonic()
    container = subprocess.Popen(["runc", "run", "--bundle", path, name])
    while time.monotonic() - begin < 20:
        try:
            with urllib.request.urlopen(f"{ADDRESS}/readyz") as answer:
                assert answer.status == 200
            print(f"{name}: the first answer after {1000 * (time.monotonic() - begin):.0f} ms")
            return container
        except urllib.error.URLError:
            if container.poll() is not None:
                sys.exit(f"{name}: the container ended with {container.returncode}")
            time.sleep(0.01)
    sys.exit(f"{name}: no answer")


def checked(name: str, image: dict) -> int:
    """Runs the health check of the image in a container. Returns its status."""
    kind, *command = image["Healthcheck"]["Test"]
    assert kind == "CMD", kind
    user = image["User"]
    return subprocess.run(["runc", "exec", "--user", user, name, *command]).returncode


def main() -> None:
    folder, root = Path(sys.argv[1]), sys.argv[2]
    image = json.loads(Path(sys.argv[3]).read_text())["Docker"]["config"]
    command = image["Entrypoint"] + image["Cmd"]
    name = f"tamis-{os.getpid()}"
    container = started(folder, name, root, image, command)
    try:
        request = urllib.request.Request(
            f"{ADDRESS}/v1/extract", PAGE, {"Content-Type": "text/html"}
        )
        with urllib.request.urlopen(request) as answer:
            assert answer.read().startswith(b"Bread needs flour")
        try:
            urllib.request.urlopen(f"{ADDRESS}/http://127.0.0.1:8080/")
            sys.exit("a private address was fetched")
        except urllib.error.HTTPError as error:
            assert error.code == 403, error
        state = json.loads(subprocess.check_output(["runc", "state", name]))
        status = Path(f"/proc/{state['pid']}/status").read_text()
        fields = dict(line.split(":", 1) for line in status.splitlines())
        assert set(fields["Uid"].split()) == {image["User"].split(":")[0]}, fields["Uid"]
        assert (fields["CapEff"].strip(), fields["NoNewPrivs"].strip()) == ("0" * 16, "1"), fields
        print(f"after one page: {fields['VmRSS'].strip()}, {fields['Threads'].strip()} threads")
        assert checked(name, image) == 0
    finally:
        subprocess.run(["runc", "kill", name, "TERM"], check=True)
        status = container.wait(90)
    assert status == 0, f"the container ended with {status}"
    print("the image answers, is healthy, and ends")


main()
