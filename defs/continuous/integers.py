"""Programs with integer noise on all integer inputs: traced like those with continuous noise.

Every number is an integer, so that form > 0 is form − 1 ≥ 0, and paths are sets of integer points
that share none. In what is traced, "laplace" of scale b stands for discrete Laplace noise with
probabilities in proportion to e^{−|z|/b}, "exponential" for z ≥ 0 in proportion to e^{−z/b}, and
"discrete_gaussian" of scale s for e^{−z²/(2s)}; "skellam", "poisson" and "binomial" are what they
say.

What must never change: for every integer input the paths partition the integer points; unlike with
continuous noise, ties count.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, lcm
from typing import Any, NoReturn

from dpverify.defs.clock import Tick, no_clock
from dpverify.defs.continuous.history import Branch
from dpverify.defs.continuous.opaque import Opaque
from dpverify.defs.continuous.referee import Referee
from dpverify.defs.continuous.sums import scaled
from dpverify.defs.continuous.trace import Family, trace_on, trace_with
from dpverify.defs.continuous.tracer import Tracer
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Traced
from dpverify.defs.errors import NumberError, ProgramError
from dpverify.defs.laws.registry import noise_law
from dpverify.defs.numbers import as_value, ln
from dpverify.defs.programs import counting, laws
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.validate import shown


def trace_integers(
    found: Mechanism, *, tick: Tick = no_clock, referee: Referee | None = None
) -> Family:
    """The words of a program with integer noise for all integer inputs of its inputs' shape.

    Raises: ProgramError for whatever is more than comparisons and releases of linear forms in
        discrete Laplace and geometric noise, or is not what was traced; Undecided where tick says
        that time is up.
    """
    return trace_with(IntegerTracer, found, tick=tick, referee=referee)


def trace_released(
    found: Mechanism, given: Any, *, tick: Tick = no_clock, referee: Referee | None = None
) -> Traced:
    """A program on one input of integers, where it releases values and compares nothing.

    Raises: ProgramError where it does more; else as `trace_integers`.
    """
    return trace_on(ReleasingTracer, found, given, most_paths=1, tick=tick, referee=referee)


def integral(form: Form, strict: bool) -> Form:
    """form ≥ 0, or if strict form > 0, on integers: as a form with integer numbers that is ≥ 0.

    >>> integral(Form(((0, Fraction(1, 2)),), Shift(Fraction(3, 4))), False)
    Form(noises=((0, Fraction(1, 1)),), shift=Shift(constant=Fraction(1, 1), gaps=()))
    """
    factors = [k for _, k in (*form.noises, *form.shift.gaps)]
    whole = scaled(form, Fraction(lcm(1, *(k.denominator for k in factors))))
    constant = whole.shift.constant
    constant = Fraction(ceil(constant) - 1 if strict else floor(constant))
    return Form(whole.noises, Shift(constant, whole.shift.gaps))


class IntegerTracer(Tracer):
    """Draws symbols for integers; comparisons fork where both answers are possible."""

    __slots__ = ()
    whole = True

    def discrete_laplace(
        self,
        scale: Any = None,
        *,
        ratio: Any = None,
        low: int | None = None,
        high: int | None = None,
    ) -> Any:
        """A symbol for discrete Laplace noise."""
        if low is not None or high is not None:
            self.fault("clamps its noise; a finite channel is decided without --all-inputs")
        return self._whole_noise("laplace", self._scale_of(scale, ratio, "discrete_laplace()"))

    def geometric(self, ratio: Any, *, most: int | None = None) -> Any:
        """A symbol for geometric noise."""
        if most is not None:
            self.fault("clamps its noise; a finite channel is decided without --all-inputs")
        return self._whole_noise("exponential", self._scale_of(None, ratio, "geometric()"))

    def discrete_gaussian(self, sigma2: Any) -> Any:
        """A symbol for discrete Gaussian noise."""
        return self._whole_noise("discrete_gaussian", sigma2)

    def skellam(self, mu: Any) -> Any:
        """A symbol for Skellam noise."""
        return self._whole_noise("skellam", mu)

    def poisson(self, lam: Any) -> Any:
        """A symbol for Poisson noise."""
        return self._whole_noise("poisson", lam)

    def binomial(self, n: int, p: Any) -> Any:
        """A symbol for binomial noise, whose scale is n + p; noise that is certain is no noise."""
        trials, chance = counting.trials(n), self._number(p, "p of binomial()")
        if not 0 < chance < 1 or not trials:
            return super().binomial(n, p)
        return self._whole_noise("binomial", trials + chance)

    def _whole_noise(self, law: str, scale: Any) -> Any:
        return self._symbol(law, scale, noise_law(law, whole=True))

    def _scale_of(self, scale: Any, ratio: Any, what: str) -> Any:
        """The scale, from the ratio e^{−1/scale} if that is given."""
        if (scale is None) == (ratio is None):
            self.fault(f"gives {what} not one of scale and ratio")
        if scale is not None:
            return scale
        if isinstance(ratio, Opaque):
            self.fault(f"the ratio of {what} is no text such as exp(-1/2)")
        try:
            loss = ln(as_value(ratio))
            rate = Fraction(str(-loss))
        except (NumberError, ValueError, TypeError):
            rate = Fraction(0)
        if rate <= 0:
            self.fault(f"the ratio of {what} is {shown(ratio)}, not e^-q with a rational q above 0")
        return 1 / rate

    def _noise(self, law: Any, scale: Any) -> NoReturn:
        del scale
        self.fault(f"draws {law}() noise beside integers; use one kind of noise")

    def _take(self, law: laws.Law) -> Any:
        if not law.certain:
            self.fault(
                f"draws {law.name}; noise of integers is a symbol here (discrete Laplace,"
                " geometric, discrete Gaussian, Skellam, Poisson, binomial), no other draw"
            )
        return super()._take(law)

    def _ways(self, form: Form, strict: bool) -> tuple[Branch, ...]:
        yes = integral(form, strict)
        no = integral(self.sums.negated(form), not strict)
        known = self._implied(yes, no)
        if known is not None:
            return (Branch(known),)
        return Branch(True, (yes,)), Branch(False, (no,))

    def _implied(self, yes: Form, no: Form) -> bool | None:
        if not yes.noises and not yes.shift.gaps:
            return yes.shift.constant >= 0
        if not yes.noises:
            return None
        if self._history.known.implied(yes):
            return True
        return False if self._history.known.implied(no) else None

    def _largest(self, forms: Sequence[Form]) -> tuple[Branch, ...]:
        """Of equal values the first: it is above those before it and not below those after it."""
        branches = []
        for i, one in enumerate(forms):
            conditions: list[Form] | None = []
            for j, other in enumerate(forms):
                if i == j or conditions is None:
                    continue
                form = self.sums.minus(one, other)
                yes = integral(form, j < i)
                known = self._implied(yes, integral(self.sums.negated(form), j > i))
                if known is None:
                    conditions.append(yes)
                elif not known:
                    conditions = None
            if conditions is not None:
                branches.append(Branch(i, tuple(conditions)))
        return tuple(branches)


class ReleasingTracer(IntegerTracer):
    """Refuses every comparison of noise."""

    __slots__ = ()

    def _ways(self, form: Form, strict: bool) -> NoReturn:
        del form, strict
        self.fault("compares before it releases")

    def _largest(self, forms: Sequence[Form]) -> NoReturn:
        del forms
        self.fault("compares before it releases")


def whole_inputs(given: Any) -> bool:
    """Whether an input is an integer or a list of these."""
    if isinstance(given, (list, tuple)):
        return all(map(whole_inputs, given))
    return isinstance(given, int) and not isinstance(given, bool)


def refuse_fractions(found: Mechanism, inputs: Sequence[Any]) -> None:
    """Raise a ProgramError unless all of these inputs are integers or lists of integers."""
    for given in inputs:
        if not whole_inputs(given):
            raise ProgramError(
                f"{found.name}: the input {shown(given)} is no integer nor a list of integers, for"
                " which alone all integer inputs can be meant"
            )
