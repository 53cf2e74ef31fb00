namespace Analyzer.Engines.Contract;

/// <summary>Rules that several engines apply.</summary>
internal static class CommonRules
{
    public static EngineRule UnknownType { get; } =
        new("file.type", 0, "Not examined: no engine knows this type of file.", "Judgement", 1);

    public static EngineRule Polyglot { get; } = new("file.polyglot", 100,
        "A PDF header stands among the first bytes of a file of another type: two programs see two different files.", "ISO 32000-2, 7.5.2",
        5);

    public static EngineRule Program { get; } = new("part.program", 100,
        "A program came inside a document, an archive or a message.", "Judgement", 5);

    public static EngineRule PathTraversal { get; } = new("archive.path-traversal", 100,
        "An entry's name leads out of the folder that the archive is unpacked to.", "CVE-2018-1002200", 5);

    public static EngineRule AbsolutePath { get; } = new("archive.absolute-path", 30,
        "An entry's name says where on the disk it goes, instead of leaving that to whoever unpacks it.", "APPNOTE.TXT 4.4.17", 5);

    public static EngineRule EqualNames { get; } = new("archive.equal-names", 0,
        "Two entries have the same name: which of them counts depends on the program that unpacks them.", "CVE-2013-4787", 5);

    public static EngineRule Bomb { get; } = new("archive.bomb", 60,
        "An entry expands to far more bytes than anybody needs; it was not read to its end.", "Judgement", 5);

    public static IReadOnlyList<EngineRule> All { get; } = [UnknownType, Polyglot, Program, PathTraversal, AbsolutePath, EqualNames, Bomb];

    /// <summary>Says of a program what its place makes of it: inside something else it is suspicious, by itself it is not judged.</summary>
    public static void FoundProgram(this Evidence evidence, IParts parts, string? what = null)
    {
        if (parts.Depth > 0)
        {
            evidence.Find(Program, 0, what);
        }

        evidence.Miss(Gap.NotJudged);
    }

    /// <summary>Looks at the name of an entry that somebody will unpack.</summary>
    public static void LookAtPath(this Evidence evidence, string name, long offset)
    {
        if (name.Split('/', '\\').Contains(".."))
        {
            evidence.Find(PathTraversal, offset, name);
        }
        else if (name.StartsWith('/') || name.StartsWith('\\') || (name.Length > 2 && name[1] == ':' && char.IsAsciiLetter(name[0])))
        {
            evidence.Find(AbsolutePath, offset, name);
        }
    }
}
