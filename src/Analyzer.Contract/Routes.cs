namespace Analyzer.Contract;

/// <summary>The paths of the REST edge.</summary>
public static class Routes
{
    public const string Files = "/v1/files";

    public const string File = $"{Files}/{{{WireNames.Sha256}}}";

    /// <summary>The first system's, for its clients.</summary>
    public const string FirstSubmit = "/api/Analyzer/submitFile";

    /// <inheritdoc cref="FirstSubmit"/>
    public const string FirstResult = "/api/Analyzer/analyzeResult";

    public const string Rules = "/v1/rules";

    public const string Limits = "/v1/limits";

    public const string OpenApi = "/openapi/v1.json";

    /// <summary>What the analyzer tells about itself: documents that are the same for every client.</summary>
    public static IReadOnlyList<string> Documents { get; } = [Rules, Limits, OpenApi];

    /// <param name="sha256">64 lower-case hex digits.</param>
    /// <returns>The path of a file's report.</returns>
    public static string Report(string sha256) => $"{Files}/{sha256}";
}
