using System.Text.Json.Serialization;

namespace Analyzer.Core;

[JsonConverter(typeof(VerdictJsonConverter))]
public enum Verdict
{
    /// <summary>
    /// Looked at from the first byte to the last, and nothing found that scores. Where a part was seen but not opened, a finding
    /// without points says so.
    /// </summary>
    Clean,
    Suspicious,
    Malicious,

    /// <summary>Not looked at: encrypted, over a limit, or not a type the engine understands. Never the same as clean.</summary>
    Unable,
}
