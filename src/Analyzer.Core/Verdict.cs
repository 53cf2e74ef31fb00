using System.Text.Json;
using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <summary>The engine's conclusion from its findings. JSON, gRPC and the stores use the names in lower case.</summary>
[JsonConverter(typeof(VerdictJsonConverter))]
public enum Verdict
{
    /// <summary>
    /// Fewer than 100 points, and the engine saw everything that can act, in the file and in each of its parts. <see cref="Coverage"/> says
    /// what else it did not open, such as pictures and fonts.
    /// </summary>
    Clean,

    /// <summary>At least 100 points: more than ordinary files have, but not enough to be sure.</summary>
    Suspicious,

    /// <summary>At least 150 points: enough to call the file harmful.</summary>
    Malicious,

    /// <summary>
    /// Fewer than 100 points, and the engine did not see all that can act: something in the file or in a part of it is encrypted, broken,
    /// over a limit, or of a type that no engine understands. <see cref="AnalysisReport.Unable"/> says why. This never means clean.
    /// </summary>
    Unable,
}

internal sealed class VerdictJsonConverter() : JsonStringEnumConverter<Verdict>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);
