using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Zip;

namespace Analyzer.Engines.Parts;

/// <summary>
/// Parts of office documents that hold what one program keeps for itself: their form is that of a printer's driver, of an add-in or of
/// the program (Pages, Numbers and Keynote have all of their content so), and nothing runs them (ECMA-376, part 1, 15.2.15 and 12.3.5).
/// The name counts only for bytes that no engine knows.
/// </summary>
internal static class InertParts
{
    private static readonly string[] Documents =
    [
        "application/vnd.openxmlformats-officedocument.", "application/vnd.ms-word.", "application/vnd.ms-excel.",
        "application/vnd.ms-powerpoint.", "application/vnd.oasis.opendocument.", PackageKind.Iwork,
    ];

    /// <summary>Whether a file of a type has such parts.</summary>
    public static bool AreIn(string mediaType) =>
        Documents.Any(document => mediaType.StartsWith(document, StringComparison.Ordinal));

    public static Assessment LookAt(string? name, Assessment own)
    {
        var isUnknown = own.MediaType == MediaTypes.Unknown && own.Unable is [{ Reason: var reason }] && reason == Gap.UnknownType.Reason;
        return !isUnknown || TypeOf(name) is not { } mediaType ? own : Assessment.Of(mediaType, [], []);
    }

    private static string? TypeOf(string? name)
    {
        const string own = "application/x-office-data";
        return name switch
        {
            null => null,
            _ when name.Contains("/printerSettings/printerSettings", StringComparison.Ordinal) => "application/vnd.ms-printer-settings",
            _ when name.StartsWith("xl/customProperty", StringComparison.Ordinal) && name.EndsWith(".bin", StringComparison.Ordinal) =>
                "application/vnd.openxmlformats-officedocument.spreadsheetml.customProperty",
            // The memory of a control; the part beside it tells which control it is.
            _ when name.Contains("/activeX/activeX", StringComparison.Ordinal) && name.EndsWith(".bin", StringComparison.Ordinal) => own,
            "layout-cache" => own, // of Writer
            _ when name.StartsWith("[trash]/", StringComparison.Ordinal) => own, // what a program has deleted
            _ when name.StartsWith("Index/", StringComparison.Ordinal) && name.EndsWith(".iwa", StringComparison.Ordinal) => own,
            _ when name.StartsWith("Metadata/", StringComparison.Ordinal) && name.EndsWith(".plist", StringComparison.Ordinal) => own,
            _ => null,
        };
    }
}
