using System.Text.Json;
using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <summary>What the engine concluded from its findings. JSON, gRPC and the stores use the names in lower case.</summary>
[JsonConverter(typeof(VerdictJsonConverter))]
public enum Verdict
{
    /// <summary>
    /// The engine looked at every byte and found nothing that scores. Where it saw a part that it did not open, a finding without points
    /// says so.
    /// </summary>
    Clean,

    /// <summary>Something scores, but not enough to be sure.</summary>
    Suspicious,

    /// <summary>The score is high enough to call the file harmful.</summary>
    Malicious,

    /// <summary>
    /// The engine could not look: the file is encrypted, over a limit, or of a type that it does not understand. This never means clean.
    /// </summary>
    Unable,
}

internal sealed class VerdictJsonConverter() : JsonStringEnumConverter<Verdict>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);
