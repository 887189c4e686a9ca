"""Face: the few names that a package offers at once, each imported from its home when it is first asked for.

So `import graphs` costs nothing, and the command does not wait for numba. A file often has the name of the one function
in it. If that is a name of the face, the module can be called: then neither hides the other, whichever is imported
first.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from inspect import Signature, signature
from types import ModuleType
from typing import Any


def face(package: str, homes: Mapping[str, str]) -> None:
    """Gives a package names from other modules; `homes` lists, for a module, the names that live there.

    >>> import graphs
    >>> graphs.family("chain:3")
    <Cdag chain_3: 4 nodes, 3 edges>
    >>> from graphs import interval
    >>> interval(graphs.family("chain:3"), M=2).lower.value, interval.BUDGET
    (2, 50000)
    """
    home = {name: module for module, names in homes.items() for name in names.split()}

    def found(name: str) -> Any:
        return getattr(import_module(home[name]), name)

    def meant(module: ModuleType) -> Any:
        return found(module.__name__.rpartition(".")[2])

    class Called(ModuleType):
        """A module of the package that has the name of a function of the face."""

        def __call__(self, *args: object, **named: object) -> Any:
            return meant(self)(*args, **named)

        @property
        def __signature__(self) -> Signature:  # notebooks show it
            return signature(meant(self))

    class Face(ModuleType):
        """The package itself."""

        def __getattr__(self, name: str) -> Any:
            if name not in home:
                raise AttributeError(f"the package {package} has no {name!r}; it offers {', '.join(sorted(home))}")
            inner = f"{package}.{name}"
            value = import_module(inner) if find_spec(inner) else found(name)
            self.__dict__[name] = value
            return value

        def __setattr__(self, name: str, value: object) -> None:
            if name in home and isinstance(value, ModuleType):  # Python has just imported the module of that name
                value.__class__ = Called
            super().__setattr__(name, value)

        def __dir__(self) -> Iterable[str]:
            return sorted(home)

    sys.modules[package].__class__ = Face
