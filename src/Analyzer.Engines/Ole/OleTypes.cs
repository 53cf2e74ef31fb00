namespace Analyzer.Engines.Ole;

/// <summary>A type of compound file.</summary>
/// <param name="Name">The entry of the root by which it is known.</param>
/// <param name="IsRead">Whether what can act in it is known here.</param>
internal sealed record OleType(string Name, string MediaType, bool IsRead = false);

/// <summary>The types of compound files, by what lies in their root.</summary>
internal static class OleTypes
{
    public static readonly OleType Quarantine = new("Details", "application/x-mcafee-quarantine", IsRead: true);

    /// <summary>An object of the equation editor: its formula is judged by its records.</summary>
    public static readonly OleType Formula = new("Equation Native", "application/x-mtef", IsRead: true);

    // Of two that fit, the first counts.
    private static readonly OleType[] All =
    [
        new("__properties_version1.0", "application/vnd.ms-outlook", IsRead: true), // whatever else lies in it, mail programs open it
        new("WordDocument", "application/msword", IsRead: true),
        new("Workbook", "application/vnd.ms-excel", IsRead: true),
        new("Book", "application/vnd.ms-excel", IsRead: true),
        new("PowerPoint Document", "application/vnd.ms-powerpoint", IsRead: true),
        new("VisioDocument", "application/vnd.visio", IsRead: true),
        Formula,
        Quarantine,
        new("BodyText", "application/x-hwp"),
        new("HwpSummaryInformation", "application/x-hwp"),
        new("\u0005HwpSummaryInformation", "application/x-hwp"),
        new("Quill", "application/x-mspublisher"),
        new("MatOST", "application/vnd.ms-works"),
        new("PerfectOffice_MAIN", "application/vnd.wordperfect"),
        new("PerfectOffice_OBJECTS", "application/vnd.wordperfect"),
        new("StarWriterDocument", "application/vnd.stardivision.writer"),
        new("StarCalcDocument", "application/vnd.stardivision.calc"),
        new("StarDrawDocument3", "application/vnd.stardivision.draw"),
        new("Props9", "application/vnd.ms-project"),
        new("Props12", "application/vnd.ms-project"),
        new("Props14", "application/vnd.ms-project"),
        new("JNBVersion", "application/x-sigmaplot"),
        new("Catalog", "application/x-thumbs-db", IsRead: true),
    ];

    /// <param name="entries">Those of the root.</param>
    /// <returns>Null when none is known.</returns>
    public static OleType? Find(IEnumerable<OleEntry> entries)
    {
        var names = entries.Select(entry => entry.Name).ToHashSet(StringComparer.Ordinal);
        return Array.Find(All, type => names.Contains(type.Name) && (type != Quarantine || names.Contains("File_0")));
    }
}
