"""Refusals of a model named by its recipe: an unknown name, parameter or value.

In:  names and agreed ranges; never a number that was learnt from rows.
Out: errors that say which names and ranges there are. Anybody may run this.
"""

from concordant.errors import WrongCall


class UnknownModel(WrongCall):
    """No model of the closed list has that name."""

    found = "There is no model called {name!r}."
    remedy = "Choose one of: {known}."


class ModelNotForTask(WrongCall):
    """The model exists, but not for what this study predicts."""

    found = "The model {name!r} cannot do {task}."
    remedy = "For {task}, choose one of: {known}."


class UnknownParameter(WrongCall):
    """The model has no parameter of that name."""

    found = "The model {name!r} has no parameter {parameter!r}."
    remedy = "Its parameters are: {known}."


class ParameterRefused(WrongCall):
    """A parameter has the wrong type or lies outside its range."""

    found = "The parameter {parameter!r} of the model {name!r} is not usable."
    remedy = "It takes {allowed}."
