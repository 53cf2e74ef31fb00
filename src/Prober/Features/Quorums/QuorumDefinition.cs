using Trust;

namespace Prober.Features.Quorums;

/// <summary>Several probers that watch the same targets, and decide their states together.</summary>
/// <param name="Needed">So many of them make a target down.</param>
/// <param name="Token">The secret by which they know each other.</param>
/// <param name="Probers">All of them, this one included. The first that answers sends the messages.</param>
/// <param name="Roots">The authorities of their certificates.</param>
internal sealed record QuorumDefinition(int Needed, string Token, IReadOnlyList<QuorumProber> Probers, Authorities Roots);

internal sealed record QuorumProber(string Name, Uri Url);
