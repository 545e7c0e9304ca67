"""The app in a virtual display of its own, for the tests that drive it (kill-test, memory-test).

  desk = Desk("kill-test", out=None, PEGSIM_KEEP_SECONDS="4")   # ends the program with 0 and a message where something is missing
  window = desk.window("name", SCENE, *options)

PEGSIM names the binary (default: the newest of target/{release,debug}/pegsim).
"""
import glob, json, os, shutil, subprocess, sys, tempfile, time

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Failed(Exception):
    """What the test tried does not hold."""


class Desk:
    """A virtual display with a window manager, and folders of nobody for settings, state and results."""

    def __init__(self, test, out=None, screen="800x520", **own):
        self.test = test
        for tool in ("Xvfb", "openbox", "xdotool"):
            if not shutil.which(tool):
                self.skip(f"{tool} is not installed")
        drivers = glob.glob("/usr/share/vulkan/icd.d/lvp_icd.*.json")
        self.environment = dict(os.environ)
        if not self.environment.get("VK_ICD_FILENAMES"):
            if not drivers:
                self.skip("no software Vulkan driver (mesa-vulkan-drivers)")
            self.environment["VK_ICD_FILENAMES"] = drivers[0]
        target = os.environ.get("CARGO_TARGET_DIR", os.path.join(root, "target"))
        built = sorted(glob.glob(f"{target}/*/pegsim"), key=os.path.getmtime)
        program = os.environ.get("PEGSIM") or (built[-1] if built else None)
        if not program:
            print(f"{test}: FAILED: there is no binary; run cargo build")
            sys.exit(1)
        self.program = os.path.abspath(program)
        self.work = tempfile.mkdtemp(prefix=f"pegsim-{test}-")
        self.kept = out is not None
        self.out = os.path.abspath(out or self.work)
        os.makedirs(self.out, exist_ok=True)
        os.makedirs(f"{self.work}/run", mode=0o700)
        number = 97
        while os.path.exists(f"/tmp/.X11-unix/X{number}") or os.path.exists(f"/tmp/.X{number}-lock"):
            number += 1
        self.environment.update(
            DISPLAY=f":{number}",
            XDG_RUNTIME_DIR=f"{self.work}/run",
            PEGSIM_CONFIG=f"{self.work}/config",
            PEGSIM_STATE=f"{self.work}/state",
            **own,
        )
        self.beside = []
        self.start_beside("Xvfb", f":{number}", "-screen", "0", f"{screen}x24")
        for _ in range(100):
            if os.path.exists(f"/tmp/.X11-unix/X{number}"):
                break
            time.sleep(0.1)
        self.start_beside("openbox")
        time.sleep(0.5)

    def skip(self, why):
        print(f"{self.test}: skipped: {why}")
        sys.exit(0)

    def start_beside(self, *command):
        with open(f"{self.out}/{command[0]}.log", "w") as log:
            self.beside.append(subprocess.Popen(command, env=self.environment, stdout=log, stderr=log))

    def run(self, main):
        """Runs a test and ends the program with its exit code: 0, or 1 where something does not hold."""
        code = 0
        try:
            main()
        except Failed as failure:
            print(f"{self.test}: FAILED: {failure} (logs in {self.out})")
            code = 1
        finally:
            for process in reversed(self.beside):
                process.terminate()
            for process in self.beside:
                process.wait()
            if code == 0 and not self.kept:
                shutil.rmtree(self.work, ignore_errors=True)
        sys.exit(code)


class Window:
    """The app under test."""

    def __init__(self, desk, name, scene, *options, size="760x480", **own):
        self.environment = {**desk.environment, **own}
        self.status_file = f"{desk.out}/{name}.jsonl"
        self.log = open(f"{desk.out}/{name}.log", "w")
        command = [desk.program, "--low-quality", "--language", "en", "--window", size, "--script", self.status_file, *options, scene]
        self.process = subprocess.Popen(
            command, env=self.environment, stdout=self.log, stderr=self.log, cwd=desk.work
        )
        self.id = None

    @staticmethod
    def statuses(data):
        """The status lines among these bytes, of which the first and the last may be cut off."""
        for text in data[: data.rfind(b"\n") + 1].split(b"\n"):
            try:
                status = json.loads(text)
            except ValueError:
                continue
            if isinstance(status, dict):
                yield status

    def lines(self):
        try:
            with open(self.status_file, "rb") as file:
                # Read at once: line by line the rest of a cut line would be taken for a line of its own.
                return list(self.statuses(file.read()))
        except OSError:
            return []

    def last(self):
        """The newest whole status line."""
        with open(self.status_file, "rb") as file:
            file.seek(max(os.path.getsize(self.status_file) - 200_000, 0))
            found = list(self.statuses(file.read()))
        if not found:
            raise Failed(f"no status in {self.status_file}")
        return found[-1]

    def wait(self, what, condition, seconds=120):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            lines = self.lines()
            if lines and condition(lines[-1]):
                return lines[-1]
            if self.process.poll() is not None:
                raise Failed(f"{what}: the app has ended by itself ({self.process.returncode}), see {self.log.name}")
            time.sleep(0.1)
        raise Failed(f"{what}: not within {seconds} s, see {self.status_file}")

    def ends_or(self, what, condition, seconds=120):
        """Waits for the app to end or to be as this asks: true if it runs still."""
        self.wait(what, lambda s: self.process.poll() is not None or condition(s), seconds)
        return self.process.poll() is None

    def frames(self, count=3):
        """Waits until so many more frames have been drawn."""
        frame = self.last()["frame"]
        self.wait("frames go by", lambda s: s["frame"] > frame + count)

    def ready(self):
        self.wait("the window opens", lambda s: s["frame"] > 5)
        # The title: the scene, then the program.
        search = ["xdotool", "search", "--name", "pegsim$"]
        for _ in range(50):
            found = subprocess.run(search, env=self.environment, capture_output=True, text=True).stdout.split()
            if found:
                break
            time.sleep(0.2)
        if not found:
            raise Failed("no window")
        self.id = found[-1]
        self.xdotool("windowactivate", "--sync", self.id)
        self.frames()

    def shows(self, work):
        """Waits until the window's work has this fingerprint."""
        self.wait("the work is read", lambda s: s["recovery"]["work"] == work, 60)

    def handed(self):
        """The fingerprints of what was handed over to be kept, in their order."""
        with open(os.path.splitext(self.status_file)[0] + ".handed") as file:
            return file.read().split()

    def xdotool(self, *command):
        subprocess.run(["xdotool", *command], env=self.environment, capture_output=True, timeout=60)

    def key(self, key):
        self.xdotool("key", "--delay", "40", key)

    def point(self, x, y):
        self.xdotool("mousemove", "--window", self.id, str(x), str(y))

    def end(self, how):
        self.process.send_signal(how)
        self.process.wait(timeout=60)
        self.log.close()
