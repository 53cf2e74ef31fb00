using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Rtf;

internal static class RtfRules
{
    public static EngineRule Unclosed { get; } =
        New("rtf.unclosed", 0, "The document's groups are not closed: it is damaged, or was cut.", "RTF 1.9.1");

    public static EngineRule Disguised { get; } = New("rtf.disguised-object", 60,
        "An object's data are mixed with words that readers skip, which hides them from a plain look.", "Judgement");

    public static EngineRule Encoded { get; } =
        New("rtf.package", 40, "The document carries a file that a double click opens.", "MS-OLEDS 2.3.6");

    public static IReadOnlyList<EngineRule> All { get; } = [Unclosed, Disguised, Encoded];

    private static EngineRule New(string id, int points, string reason, string reference) => new(id, points, reason, reference, 5);
}
