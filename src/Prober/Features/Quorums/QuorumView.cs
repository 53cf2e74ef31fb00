namespace Prober.Features.Quorums;

/// <param name="Tells">Whether this prober sends the messages.</param>
internal sealed record QuorumView(string? Prober, int Needed, int Answering, bool Tells, IReadOnlyList<QuorumProberView> Probers)
{
    public static QuorumView None { get; } = new(null, 0, 0, true, []);

    /// <returns>Null without a quorum.</returns>
    public static QuorumView? Of(QuorumBoard board) => board.Definition is not { } quorum ? null : new(
        board.Name,
        quorum.Needed,
        board.Answering,
        board.Tells,
        [.. quorum.Probers.Select(prober => new QuorumProberView(
            prober.Name, $"{prober.Url.Scheme}://{prober.Url.Authority}/", board.Answers(prober.Name),
            board.SinceHeard(prober.Name)?.TotalSeconds))]);
}

/// <param name="SilentSeconds">Since it was last heard; null for never, and for this prober.</param>
internal sealed record QuorumProberView(string Name, string Url, bool Answers, double? SilentSeconds);
