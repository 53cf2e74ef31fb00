using Load.Machine;
using Load.Statistics;

namespace Load.Systems.Analyzer.Corpus;

/// <summary>The files of a run: generated for a size when first asked for, or a person's own.</summary>
internal sealed class FileLibrary(ulong seed, string? folder)
{
    /// <summary>Half of what comes in is plain; every kind of trouble is among the rest.</summary>
    private static readonly PdfContent[] Mix =
    [
        PdfContent.Plain, PdfContent.Script, PdfContent.Plain, PdfContent.AutomaticScript, PdfContent.Plain, PdfContent.Launcher,
        PdfContent.Plain, PdfContent.DisguisedScript, PdfContent.Plain, PdfContent.Encrypted,
    ];

    /// <summary>From this size on one file serves as well as many, and memory matters.</summary>
    private const long LargeFile = 32 * 1024 * 1024;

    /// <summary>The limit of a folder: everything is in memory while it is sent.</summary>
    private const long FolderLimit = 1L << 30;

    private readonly Dictionary<long, FileSet> _generated = [];
    private FileSet? _own;

    /// <param name="size">Bytes; null for a person's own files.</param>
    public FileSet Of(long? size) => size is { } bytes ? Of(bytes) : Own();

    /// <summary>How many files of a size are made.</summary>
    public static int DistinctFiles(long size) => size < LargeFile ? Mix.Distinct().Count() : 1;

    public FileSet Of(long size)
    {
        if (!_generated.TryGetValue(size, out var files))
        {
            var mix = size < LargeFile ? Mix : [PdfContent.Plain];
            var byContent = mix.Distinct().ToDictionary(content => content, content => PdfFactory.Create(size, content, seed));
            files = new FileSet(Format.Bytes(size), [.. mix.Select(content => byContent[content])]);
            _generated.Add(size, files);
        }

        return files;
    }

    /// <exception cref="LabException">No folder, or nothing usable in it.</exception>
    public FileSet Own()
    {
        if (_own is null)
        {
            var paths = Directory.Exists(folder)
                ? Directory.GetFiles(folder, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal).ToArray()
                : [];
            var total = paths.Sum(path => new FileInfo(path).Length);
            _own = paths.Length == 0 ? throw new LabException($"--corpus: there are no files in '{folder}'.")
                : total > FolderLimit ? throw new LabException(
                    $"--corpus: '{folder}' holds {Format.Bytes(total)}; at most {Format.Bytes(FolderLimit)} fit into memory.")
                : new FileSet("own", [.. paths.Where(path => new FileInfo(path).Length > 0).Select(SourceFile.FromFile)]);
        }

        return _own;
    }
}
