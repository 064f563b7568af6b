"""A folder of routines is copied in over a share: Debian's smbd with our sample configuration, mounted by the guest itself."""
from pi import STORE, check

SHARE = "/mnt/share"
FOLDER = "from another machine"
COUNT = 20
ACCOUNT, PASSWORD = "person", "a person's password"


def run(lab):
    with lab.pi("samba") as pi:
        pi.start_service()
        pi.wait_still()
        serve(pi)
        copied_in(lab, pi)
        broken(lab, pi)
        taken_away(pi)
        check(pi.service()["NRestarts"] == "0", "the player was restarted")


def serve(pi):
    """As the sample says: added to smb.conf, an account for who may write, the server started."""
    pi.shell("cat /usr/share/doc/stepback/examples/samba.conf >>/etc/samba/smb.conf")
    pi.shell("testparm -s 2>&1 | grep -q '^\\[stepback\\]'")
    pi.shell(f"useradd -m {ACCOUNT}")
    pi.shell(f"printf '%s\\n%s\\n' \"{PASSWORD}\" \"{PASSWORD}\" | smbpasswd -s -a {ACCOUNT}")
    pi.shell("systemctl start smbd")
    pi.write("/root/account", f"username={ACCOUNT}\npassword={PASSWORD}\n")
    pi.shell(f"mkdir -p {SHARE} && mount -t cifs //127.0.0.1/stepback {SHARE} -o credentials=/root/account")
    check("cifs" in pi.shell(f"findmnt -no FSTYPE {SHARE}"), "the share is not mounted")
    check("routines" in pi.shell(f"ls {SHARE}").split(), "the share is not the store")


def copied_in(lab, pi):
    """All at once, while the home stands there."""
    for number in range(COUNT):
        pi.write(f"/root/{FOLDER}/copied-{number:02}.routine", f"name: Copied {number:02}\n\nBridge {20 + number}s x3, rest 10s\nSquats 30s\n")
    began = pi.now()
    pi.shell(f'cp -r "/root/{FOLDER}" {SHARE}/routines/')
    ended = pi.now()
    pi.until(lambda: pi.last_picture() > began, 5, 0.05, "a change of the home")
    stays = pi.wait_still(0, 10, 1)
    check(listed(pi) == COUNT + 1, f"the player lists {listed(pi)} routines, not {COUNT + 1}")
    pi.expect_screen("home", "the routines copied in")
    lab.figures.add(f"{COUNT} routines copied in over the share to the home with them", max(0, stays - ended), "s", at_most=2)
    owners = set(pi.shell(f"find {STORE}/routines -printf '%u:%g\\n'").split())
    check(owners == {"stepback:stepback"}, f"what came over the share belongs to {owners}")


def listed(pi):
    return pi.shell(f"stepback list --store {STORE}").count(".routine)")


def broken(lab, pi):
    """What cannot be used is said in the share itself, and on the home; mended, nothing is said any more."""
    pi.shell(f"printf '{{\"name\": \"Half' >{SHARE}/routines/half.json")
    put = pi.now()
    pi.until(lambda: pi.exists(f"{SHARE}/PROBLEMS.txt"), 10, 0.1, "PROBLEMS.txt on the share")
    lab.figures.add("broken file copied in to PROBLEMS.txt on the share", pi.now() - put, "s", aim=5)
    text = pi.read(f"{SHARE}/PROBLEMS.txt")
    check(text.startswith("routines/half.json:1: ") and text.count("\n") == 1, f"PROBLEMS.txt says {text!r}")
    pi.expect_screen("home", "one file needs attention")
    pi.shell(f"rm {SHARE}/routines/half.json")
    pi.until(lambda: not pi.exists(f"{SHARE}/PROBLEMS.txt"), 10, 0.1, "PROBLEMS.txt's going")
    pi.wait_still(0, 10, 1)
    pi.expect_screen("home", "nothing needs attention")


def taken_away(pi):
    pi.shell(f'rm -r "{SHARE}/routines/{FOLDER}"')
    pi.wait_still(0, 10, 1)
    check(listed(pi) == 1, "the player lists what was taken away")
    pi.expect_screen("home", "the sample alone")
    zero = pi.press_play()
    pi.wait_until(zero + 9.5)
    pi.expect_picture(pi.photograph("played"), at=9.5, what="played after all that")
