using System.Text;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Scripts;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Shortcuts;

/// <summary>
/// Reads setup information (INF): what Windows copies, registers and runs when somebody installs it, which for a connection's profile
/// means when somebody opens it (MITRE ATT&amp;CK T1218.003).
/// </summary>
internal sealed class SetupInformationEngine : KeepingEngine
{
    private const string MediaType = "application/x-setupscript";
    private const int MaxLength = 1024 * 1024;

    // Their lines, or those of the sections that they name, are commands.
    private static readonly string[] Commands = ["runpresetupcommands", "runpostsetupcommands", "runpostuninstallcommands"];

    // A library that is named here is loaded and its code runs; scrobj.dll runs the script that stands behind it.
    private static readonly string[] Registers = ["registerocxs", "unregisterocxs", "registerdlls", "unregisterdlls"];

    private readonly WideText _wide = new();

    // What LinesOf leaves out before the first line: marks of encodings, and white space.
    private static ReadOnlySpan<byte> Before => [0xEF, 0xBB, 0xBF, 0xFF, 0xFE, 9, 10, 11, 12, 13, 32, 0x85, 0xA0];

    public override IReadOnlyList<EngineRule> Rules => [];

    // Scripts can have such lines, too, in comments or as expressions: who runs the file does not care for them. What it runs are
    // commands like those of batch files.
    protected override bool IsMine(ReadOnlySpan<byte> prefix)
    {
        _wide.Begin(prefix);
        var text = _wide.Narrow(prefix);
        if (text.TrimStart(Before) is not [(byte)'[' or (byte)';', ..] || ScriptLanguage.OfName(Parts.Name) is not null)
        {
            return false;
        }

        var lines = LinesOf(text).ToList();
        if (lines is not [var first, ..] || !IsSection(first))
        {
            return false;
        }

        var sections = lines.Where(IsSection).Select(line => line.ToLowerInvariant()).ToList();
        return (sections.Any(section => section.StartsWith("[defaultinstall", StringComparison.Ordinal))
            || (sections is ["[version]", ..] && sections.Count > 1))
            && (LanguageGuess.Of(text) is not { } language || language == ScriptLanguage.Batch);
    }

    protected override Assessment Judge()
    {
        var text = Kept[..Math.Min(Kept.Length, MaxLength)];
        if (IsWhole && text.Length < Kept.Length)
        {
            Evidence.Miss(Gap.TooLarge, MaxLength);
        }

        _wide.Begin(text);
        var lines = LinesOf(_wide.Narrow(text)).ToList();
        var named = NamedBy(lines, Commands);
        var registered = NamedBy(lines, Registers);
        var section = "";
        foreach (var line in lines)
        {
            if (IsSection(line))
            {
                section = line.Trim('[', ']').Trim().ToLowerInvariant();
            }
            else if (named.Contains(section))
            {
                Evidence.Find(ShortcutRules.SetupRuns, 0, line);
            }
            else if (registered.Contains(section) && (line.Contains("scrobj", StringComparison.OrdinalIgnoreCase)
                || line.Contains("://", StringComparison.Ordinal) || Addresses.IsShare(line)))
            {
                Evidence.Find(ShortcutRules.SetupRuns, 0, line);
            }
            else if (line.Contains(@"\CurrentVersion\Run", StringComparison.OrdinalIgnoreCase))
            {
                Evidence.Find(ShortcutRules.SetupRuns, 0, line);
            }
        }

        return Evidence.Assess(MediaType);
    }

    private static HashSet<string> NamedBy(List<string> lines, string[] keys) =>
    [
        .. keys,
        .. lines.Select(line => line.Split('=', 2)).Where(pair => pair.Length == 2 && keys.Contains(pair[0].Trim().ToLowerInvariant()))
            .SelectMany(pair => pair[1].Split([',', ';'])).Select(name => name.Trim().Split(':')[0].ToLowerInvariant()),
    ];

    private static bool IsSection(string line) => line is ['[', .., ']'];

    private static IEnumerable<string> LinesOf(ReadOnlySpan<byte> text) => Encoding.Latin1.GetString(text)
        .TrimStart('\u00EF', '\u00BB', '\u00BF', '\u00FF', '\u00FE').Split('\n').Select(line => line.Trim())
        .Where(line => line.Length > 0 && line[0] != ';');
}
