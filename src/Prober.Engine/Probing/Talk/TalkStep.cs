using System.Text.RegularExpressions;

namespace Prober.Engine.Probing.Talk;

/// <summary>One step of a conversation, as in blackbox_exporter's <c>query_response</c>.</summary>
/// <param name="Expect">
/// The step goes on when a line (of a WebSocket: the next message) matches, and passes over lines that do not. Null for none.
/// </param>
/// <param name="Send">A line or message to send, with groups of the match such as <c>${1}</c>; null for none.</param>
/// <param name="StartsTls">TLS begins after this step.</param>
public sealed record TalkStep(Regex? Expect, string? Send, bool StartsTls)
{
    /// <summary>Have to come next, and nothing else; null for none.</summary>
    public byte[]? ExpectedOctets { get; init; }

    /// <summary>Are sent as they are, without the end of a line; null for none.</summary>
    public byte[]? SentOctets { get; init; }

    /// <summary>Facts that a match tells of the server: names, and values with groups of the match.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Labels { get; init; } = [];

    internal string? TextFor(Match match) => Send is null || Expect is null ? Send : match.Result(Send);

    internal void Tell(Match match, ProbeResult result)
    {
        if (Labels.Count > 0)
        {
            result.Told = [.. result.Told, .. Labels.Select(label => KeyValuePair.Create(label.Key, match.Result(label.Value)))];
        }
    }
}
