using System.Text.RegularExpressions;

namespace Prober.Engine.Probing.Talk;

/// <summary>One step of a conversation in lines, as in blackbox_exporter's <c>query_response</c>.</summary>
/// <param name="Expect">The step goes on when a line matches, and passes over lines that do not match. Null for no line.</param>
/// <param name="Send">A line to send, with groups of the match such as <c>${1}</c>; null for none.</param>
/// <param name="StartsTls">TLS begins after this step.</param>
public sealed record TalkStep(Regex? Expect, string? Send, bool StartsTls);
