"""Which tests must notice a mistake, by its module: all kernels, definitions, numbers.

Planted mistakes (`in_kernels`) and drawn ones (`score`) are both run against these tests.
"""

from __future__ import annotations

from collections.abc import Mapping

KERNEL = "tests/checkers/kernel"
MARGINS = "tests/checkers/mixtures/test_margins.py"
LINES = "tests/checkers/kernel/test_mixture_lines.py"
CERTIFICATES = f"{KERNEL}/certificates"
OF_ROWS = "tests/rejects/test_forged_rows.py"
OF_CHANNELS = ("tests/rejects/test_telling_results.py", f"{KERNEL}/test_attained.py", OF_ROWS)
OF_NOISE = (f"{KERNEL}/test_continuous.py", "tests/checkers/continuous/test_decide.py")
OF_INTEGERS = (f"{KERNEL}/test_integers.py", "tests/checkers/continuous/test_integers.py")
OF_FUNCTIONS = (
    f"{KERNEL}/test_localised.py",
    f"{KERNEL}/test_sensitivities.py",
    f"{KERNEL}/test_patterns.py",
    "tests/checkers/sensitivity/test_functions.py",
    "tests/checkers/sensitivity/test_false_bounds.py",
)
SMT = "tests/checkers/smt"
OF_EVENTS = "tests/proofs/test_event_cases.py"
OF_SETTINGS = ("tests/proofs/test_setting.py", "tests/proofs/test_proof_kernel.py")

WATCHERS: Mapping[str, tuple[str, ...]] = {
    "checkers/kernel/accounts.py": (
        "tests/checkers/accounting/test_parts.py",
        f"{KERNEL}/test_accounts.py",
    ),
    "checkers/kernel/audits.py": (f"{KERNEL}/test_audits.py",),
    "checkers/kernel/conformances.py": (f"{KERNEL}/test_conformances.py",),
    "checkers/kernel/one_run.py": (f"{KERNEL}/test_one_run.py",),
    "checkers/kernel/explicit.py": OF_FUNCTIONS,
    "checkers/kernel/localised.py": OF_FUNCTIONS,
    "checkers/kernel/ranges.py": (f"{KERNEL}/test_ranges.py", *OF_FUNCTIONS),
    "checkers/kernel/ratios.py": (f"{KERNEL}/test_ranges.py", *OF_FUNCTIONS),
    "checkers/kernel/releases.py": (f"{KERNEL}/test_releases.py",),
    "checkers/kernel/sensitivities.py": OF_FUNCTIONS,
    "checkers/kernel/along.py": ("tests/checkers/additive/test_along.py",),
    "checkers/kernel/ball.py": (f"{KERNEL}/certificates/test_ball.py", f"{KERNEL}/test_ball.py"),
    "checkers/kernel/account_curves.py": (f"{KERNEL}/test_account_curves.py",),
    "checkers/kernel/calibrations.py": (f"{KERNEL}/test_calibrations.py",),
    "checkers/kernel/certificates/ball.py": (f"{KERNEL}/certificates/test_ball.py",),
    "checkers/kernel/certificates/moves.py": (f"{KERNEL}/certificates/test_moves.py",),
    "checkers/kernel/laplace_sums.py": (f"{KERNEL}/test_accounts.py",),
    "checkers/kernel/lattice_laws.py": (f"{KERNEL}/test_lattice_laws.py",),
    "checkers/kernel/noisy_sums.py": (f"{KERNEL}/test_noisy_sums.py",),
    "checkers/kernel/discrete_sums.py": (
        "tests/checkers/accounting/test_discrete_gaussians.py",
        f"{KERNEL}/test_accounts.py",
    ),
    "checkers/kernel/loss_atoms.py": (
        "tests/checkers/accounting/test_atoms.py",
        f"{KERNEL}/test_accounts.py",
    ),
    "checkers/kernel/loss_steps.py": (f"{KERNEL}/test_accounts.py",),
    "checkers/kernel/loss_lattices.py": (f"{KERNEL}/test_accounts.py",),
    "checkers/kernel/loss_places.py": (f"{KERNEL}/test_loss_sums.py", f"{KERNEL}/test_accounts.py"),
    "checkers/kernel/loss_sums.py": (f"{KERNEL}/test_loss_sums.py", f"{KERNEL}/test_accounts.py"),
    "checkers/kernel/mixture_answers.py": (f"{KERNEL}/test_mixtures.py",),
    "checkers/kernel/mixture_claims.py": (f"{KERNEL}/test_mixtures.py", MARGINS, LINES),
    "checkers/kernel/mixture_laws.py": (LINES, f"{KERNEL}/test_mixtures.py"),
    "checkers/kernel/mixture_sources.py": (LINES, f"{KERNEL}/test_mixtures.py"),
    "checkers/kernel/mixtures.py": (
        f"{KERNEL}/test_domains.py",
        f"{KERNEL}/test_mixture_corners.py",
        f"{KERNEL}/test_mixtures.py",
        f"{KERNEL}/test_one_noise.py",
    ),
    "checkers/kernel/one_noise.py": (f"{KERNEL}/test_one_noise.py",),
    "checkers/kernel/rounded.py": (f"{KERNEL}/test_rounded.py",),
    "checkers/kernel/paths.py": (f"{KERNEL}/test_paths.py",),
    "checkers/kernel/plans.py": (
        "tests/checkers/accounting/test_parts.py",
        f"{KERNEL}/test_accounts.py",
    ),
    "checkers/kernel/symbols.py": ("tests/checkers/symbols/test_decide.py",),
    "checkers/kernel/additive.py": (f"{KERNEL}/test_additive.py",),
    "checkers/kernel/attacker.py": (f"{KERNEL}/test_attacker.py",),
    "checkers/kernel/parameters.py": ("tests/checkers/knowledge/test_intervals.py",),
    "checkers/kernel/chains.py": ("tests/checkers/knowledge/test_chains.py",),
    "checkers/kernel/chain_places.py": (
        "tests/checkers/knowledge/test_chain_places.py",
        "tests/checkers/knowledge/test_chain_bands.py",
    ),
    "checkers/kernel/chain_bands.py": ("tests/checkers/knowledge/test_chain_bands.py",),
    "checkers/kernel/channels.py": OF_CHANNELS,
    "checkers/kernel/compositions.py": (*OF_CHANNELS, f"{KERNEL}/test_finite.py"),
    "checkers/kernel/continuous.py": OF_NOISE,
    "checkers/kernel/argmax.py": (f"{KERNEL}/test_argmax.py",),
    "checkers/kernel/many_entries.py": (
        f"{KERNEL}/test_argmax.py",
        f"{KERNEL}/test_stepwise.py",
    ),
    "checkers/kernel/stepwise.py": (f"{KERNEL}/test_stepwise.py",),
    "checkers/kernel/certificates/steps.py": (
        f"{KERNEL}/certificates/test_steps.py",
        f"{KERNEL}/test_stepwise.py",
    ),
    "checkers/kernel/count_views.py": (f"{KERNEL}/test_count_views.py",),
    "checkers/kernel/counts.py": (f"{KERNEL}/test_counts.py",),
    "checkers/kernel/claimed_functions.py": (f"{KERNEL}/test_divergences.py", MARGINS),
    "checkers/kernel/definitions.py": (
        f"{KERNEL}/test_definitions.py",
        f"{KERNEL}/test_additive.py",
        f"{KERNEL}/test_divergences.py",
    ),
    "checkers/kernel/divergences.py": (f"{KERNEL}/test_divergences.py",),
    "checkers/kernel/door.py": (f"{KERNEL}/test_door.py", "tests/agreement/test_further_corpus.py"),
    "checkers/kernel/enclosures.py": (f"{KERNEL}/test_enclosures.py",),
    "checkers/kernel/eps_sums.py": (f"{KERNEL}/test_eps_zeros.py", f"{KERNEL}/test_families.py"),
    "checkers/kernel/eps_zeros.py": (f"{KERNEL}/test_eps_zeros.py",),
    "checkers/kernel/families.py": (
        f"{KERNEL}/test_families.py",
        f"{KERNEL}/test_one_threshold.py",
    ),
    "checkers/kernel/one_threshold.py": (f"{KERNEL}/test_one_threshold.py",),
    "checkers/kernel/finite.py": OF_CHANNELS,
    "checkers/kernel/gaussian_corners.py": (f"{KERNEL}/test_gaussian_corners.py",),
    "checkers/kernel/skellam_corners.py": (f"{KERNEL}/test_skellam_corners.py",),
    "checkers/kernel/guess.py": (f"{KERNEL}/test_guess.py",),
    "checkers/kernel/integers.py": OF_INTEGERS,
    "checkers/kernel/knowledge.py": (f"{KERNEL}/test_scenarios.py",),
    "checkers/kernel/numbers.py": (f"{KERNEL}/test_numbers.py",),
    "checkers/kernel/outcome.py": (*OF_CHANNELS, f"{KERNEL}/test_outcome.py"),
    "checkers/kernel/programs.py": (
        f"{KERNEL}/test_programs.py",
        *OF_NOISE,
        f"{KERNEL}/test_enclosures.py",
        *OF_INTEGERS,
    ),
    "checkers/kernel/queries.py": (
        "tests/checkers/knowledge/test_noise.py",
        f"{KERNEL}/test_scenarios.py",
    ),
    "checkers/kernel/results.py": OF_CHANNELS,
    "checkers/kernel/scenarios.py": (f"{KERNEL}/test_scenarios.py",),
    "checkers/kernel/lanes.py": (f"{KERNEL}/test_lanes.py", OF_ROWS),
    "checkers/kernel/moments.py": (f"{KERNEL}/test_moments.py", OF_ROWS),
    "checkers/kernel/weights.py": (f"{KERNEL}/test_weights.py", OF_ROWS),
    "checkers/kernel/stated.py": (
        f"{KERNEL}/test_stated.py",
        f"{KERNEL}/test_attacker.py",
        f"{KERNEL}/test_divergences.py",
    ),
    "checkers/kernel/comparisons.py": (f"{KERNEL}/test_comparisons.py",),
    "checkers/kernel/goals.py": (f"{KERNEL}/test_goals.py",),
    "checkers/kernel/guess_bounds.py": (f"{KERNEL}/test_guess_bounds.py",),
    "checkers/kernel/integer_laws.py": (f"{KERNEL}/test_laws.py",),
    "checkers/kernel/counting_laws.py": (f"{KERNEL}/test_laws.py",),
    "checkers/kernel/skellam.py": (f"{KERNEL}/test_laws.py",),
    "checkers/kernel/laws.py": (f"{KERNEL}/test_laws.py",),
    "checkers/kernel/supports.py": (
        f"{KERNEL}/test_supports.py",
        f"{CERTIFICATES}/test_partition.py",
    ),
    "checkers/kernel/shifted.py": (f"{KERNEL}/test_laws.py",),
    "checkers/kernel/spaces.py": (f"{KERNEL}/test_spaces.py",),
    "checkers/kernel/refutations.py": OF_CHANNELS,
    "checkers/kernel/trade_offs.py": (f"{KERNEL}/test_divergences.py",),
    "checkers/kernel/work.py": (
        *OF_CHANNELS,
        f"{KERNEL}/test_scenarios.py",
        f"{KERNEL}/test_guess.py",
    ),
    "checkers/kernel/certificates/alignment.py": (f"{CERTIFICATES}/test_alignment.py",),
    "checkers/kernel/certificates/corners.py": (f"{CERTIFICATES}/test_corners.py",),
    "checkers/kernel/certificates/decay.py": (f"{CERTIFICATES}/test_decay.py",),
    "checkers/kernel/certificates/documents.py": OF_NOISE,
    "checkers/kernel/certificates/events.py": (
        f"{CERTIFICATES}/test_events.py",
        f"{KERNEL}/test_enclosures.py",
    ),
    "checkers/kernel/certificates/lead.py": (f"{CERTIFICATES}/test_lead.py",),
    "checkers/kernel/certificates/partition.py": (f"{CERTIFICATES}/test_partition.py",),
    "checkers/kernel/certificates/refinement.py": (f"{CERTIFICATES}/test_refinement.py",),
    "checkers/kernel/certificates/star.py": (f"{CERTIFICATES}/test_star.py",),
    "checkers/kernel/certificates/worst_posterior.py": (
        f"{CERTIFICATES}/test_worst_posterior.py",
        "tests/checkers/test_worst_posterior.py",
    ),
    "proofs/sums.py": ("tests/proofs/test_sums.py", "tests/proofs/test_proof_kernel.py"),
    "proofs/kernel.py": (
        "tests/proofs/test_square_rule.py",
        "tests/proofs/test_noise.py",
        "tests/proofs/test_proof_kernel.py",
        "tests/rejects/test_forged_proofs.py",
    ),
    "proofs/divergences.py": ("tests/proofs/test_divergences.py",),
    "proofs/laws.py": OF_SETTINGS,
    "proofs/losses.py": ("tests/proofs/test_losses.py",),
    "proofs/objects.py": OF_SETTINGS,
    "proofs/recordwise.py": ("tests/proofs/test_recordwise.py",),
    "proofs/columnwise.py": ("tests/proofs/test_columnwise.py",),
    "proofs/noise.py": ("tests/proofs/test_noise.py",),
    "proofs/setting.py": OF_SETTINGS,
    "proofs/sum_logic.py": ("tests/proofs/test_quotients.py", *OF_SETTINGS),
    "checkers/smt/choices.py": (f"{SMT}/test_choices.py", OF_EVENTS),
    "checkers/smt/merging.py": (f"{SMT}/test_merging.py", OF_EVENTS),
    "checkers/smt/orbits.py": (f"{SMT}/test_orbits.py", OF_EVENTS),
    "proofs/event_cases.py": (OF_EVENTS,),
    "proofs/sections.py": ("tests/proofs/test_sections.py",),
    "proofs/paths.py": ("tests/proofs/test_paths.py",),
    "defs/definitions": (
        "tests/defs/definitions",
        "tests/checkers/exact/test_measure.py",
        "tests/agreement/test_corpus.py",
    ),
    "defs/numbers": ("tests/defs/numbers",),
}
