"""torch.special: the special functions under SciPy's names."""
from rushlight.dispatch.methods import public
from rushlight.dispatch.op import registry

_SHARED = dict(digamma="digamma", psi="digamma", erf="erf", erfc="erfc", erfinv="erfinv", exp2="exp2", expit="sigmoid",
               expm1="expm1",
               gammainc="igamma", gammaincc="igammac", gammaln="lgamma", i0="i0", log1p="log1p", log_softmax="log_softmax",
               logit="logit", logsumexp="logsumexp", multigammaln="mvlgamma", polygamma="polygamma", round="round", sinc="sinc",
               softmax="softmax", xlogy="xlogy")

globals().update({name: public[shared] for name, shared in _SHARED.items() if shared in public})
globals().update({name.removeprefix("special_"): op.function for name, op in registry.items() if name.startswith("special_")})
