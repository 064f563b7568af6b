"""The measured figures: a table for people and the README, JSON for programs."""
import json


class Figures:
    def __init__(self, rows=None, scenario=""):
        self.rows, self.scenario = [] if rows is None else rows, scenario

    def of(self, scenario):
        """The same table, for a scenario's own rows."""
        return Figures(self.rows, scenario)

    def add(self, name, value, unit, at_most=None, aim=None):
        """`at_most`: more than that fails the scenario. `aim`: it does not, and the table says so."""
        goal = aim if at_most is None else at_most
        self.rows.append({"scenario": self.scenario, "name": name, "value": value, "unit": unit, "goal": goal, "isAim": aim is not None})
        if at_most is not None and value > at_most:
            raise AssertionError(f"{name} is {value:g} {unit}, at most {at_most:g} is allowed")

    def table(self):
        """A Markdown table, as the README has it."""
        rows = [("scenario", "what", "figure", "goal"), ("---", "---", "---", "---")]
        for row in sorted(self.rows, key=lambda row: row["scenario"]):
            goal = f"{row['goal']:g} {row['unit']}".strip() if row["goal"] is not None else ""
            if row["isAim"]:
                goal += " (aim)"
            rows.append((row["scenario"].replace("_", " "), row["name"], f"{row['value']:.3g} {row['unit']}".strip(), goal))
        return "\n".join("| " + " | ".join(cells) + " |" for cells in rows)

    def write(self, path):
        with open(path, "w") as file:
            json.dump(self.rows, file, indent=2)
            file.write("\n")
