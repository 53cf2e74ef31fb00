using System.Text.Json;
using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <summary>The engine's conclusion from its findings. JSON, gRPC and the stores use the names in lower case.</summary>
[JsonConverter(typeof(VerdictJsonConverter))]
public enum Verdict
{
    /// <summary>
    /// Fewer than 100 points, and the engine saw everything that can act: every object stream, every script, and the target of every action
    /// that needs no click. <see cref="Coverage"/> says what else it did not open, such as pictures and fonts.
    /// </summary>
    Clean,

    /// <summary>At least 100 points: more than ordinary files have, but not enough to be sure.</summary>
    Suspicious,

    /// <summary>At least 150 points: enough to call the file harmful.</summary>
    Malicious,

    /// <summary>
    /// Fewer than 100 points, and the engine did not see all that can act: an object stream, a script or the target of an action was not
    /// seen, or the file is encrypted, over a limit, without objects, or of a type that it does not understand. This never means clean.
    /// </summary>
    Unable,
}

internal sealed class VerdictJsonConverter() : JsonStringEnumConverter<Verdict>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);
