"""The measured figures: a table for people, JSON for the README."""
import json


class Figures:
    def __init__(self, rows=None, scenario=""):
        self.rows, self.scenario = [] if rows is None else rows, scenario

    def of(self, scenario):
        """The same table, for a scenario's own rows."""
        return Figures(self.rows, scenario)

    def add(self, name, value, unit, goal=None, at_most=None):
        """`at_most`: more than that fails the scenario."""
        self.rows.append({"scenario": self.scenario, "name": name, "value": value, "unit": unit, "goal": goal or at_most})
        if at_most is not None and value > at_most:
            raise AssertionError(f"{name} is {value:g} {unit}, at most {at_most:g} is allowed")

    def table(self):
        lines = []
        for row in self.rows:
            goal = f"   goal {row['goal']:g}" if row["goal"] is not None else ""
            lines.append(f"{row['scenario']:<12} {row['name']:<58} {row['value']:>10.4g} {row['unit']:<4}{goal}")
        return "\n".join(lines)

    def write(self, path):
        with open(path, "w") as file:
            json.dump(self.rows, file, indent=2)
            file.write("\n")
