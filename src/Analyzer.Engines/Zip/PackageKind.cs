using Analyzer.Engines.Content;

namespace Analyzer.Engines.Zip;

/// <summary>What an archive is by the names of its entries: a document, a program, or only an archive.</summary>
internal sealed class PackageKind
{
    public const string JavaArchive = "application/java-archive";
    public const string AndroidPackage = "application/vnd.android.package-archive";

    /// <summary>The data of Pages, Numbers and Keynote, whose archives do not tell which of them wrote it.</summary>
    public const string Iwork = "application/x-iwork";

    private bool _isOpenPackage;
    private string? _folder;
    private bool _hasMacros;
    private bool _isJava;
    private bool _isAndroid;
    private bool _isIwork;

    /// <summary>True when nobody unpacks it: its entries are the document's own.</summary>
    public bool IsDocument => _isOpenPackage;

    public bool IsProgram => _isAndroid || (_isJava && !_isOpenPackage);

    public void See(string name)
    {
        _isOpenPackage |= name is "[Content_Types].xml" or "mimetype";
        _isJava |= name == "META-INF/MANIFEST.MF";
        _isIwork |= name == "Index/Document.iwa";
        _isAndroid |= name == "AndroidManifest.xml";
        _hasMacros |= name.EndsWith("vbaProject.bin", StringComparison.OrdinalIgnoreCase);
        _folder ??= name.StartsWith("word/", StringComparison.Ordinal) ? "word"
            : name.StartsWith("xl/", StringComparison.Ordinal) ? "xl"
            : name.StartsWith("ppt/", StringComparison.Ordinal) ? "ppt" : null;
    }

    /// <param name="start">The file's first bytes.</param>
    public string MediaType(ReadOnlySpan<byte> start) => _isAndroid ? AndroidPackage : (_folder, _hasMacros) switch
    {
        ("word", true) => "application/vnd.ms-word.document.macroEnabled.12",
        ("xl", true) => "application/vnd.ms-excel.sheet.macroEnabled.12",
        ("ppt", true) => "application/vnd.ms-powerpoint.presentation.macroEnabled.12",
        ("word", _) => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        ("xl", _) => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ("ppt", _) => "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        _ => ZipContainers.Find(start) ?? (_isIwork ? Iwork : Signatures.Zip),
    };

    public void Clear() =>
        (_isOpenPackage, _folder, _hasMacros, _isJava, _isAndroid, _isIwork) = (false, null, false, false, false, false);
}
