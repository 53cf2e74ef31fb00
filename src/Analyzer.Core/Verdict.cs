using System.Text.Json.Serialization;

namespace Analyzer.Core;

[JsonConverter(typeof(VerdictJsonConverter))]
public enum Verdict
{
    /// <summary>Looked at as a whole, and nothing found that scores.</summary>
    Clean,
    Suspicious,
    Malicious,

    /// <summary>Not looked at: encrypted, over a limit, or not a type the engine understands. Never the same as clean.</summary>
    Unable,
}
