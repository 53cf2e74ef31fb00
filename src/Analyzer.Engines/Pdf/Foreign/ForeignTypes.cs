using System.Buffers;
using System.Text;
using System.Text.RegularExpressions;
using Analyzer.Engines.Content;
using Analyzer.Engines.Scripts;
using Analyzer.Engines.Shortcuts;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Pdf.Foreign;

/// <summary>The types of data that can act when they stand in a PDF file beside the document.</summary>
internal static class ForeignTypes
{
    private const string Html = "text/html";

    private static readonly SearchValues<string> Scripts = SearchValues.Create(
        ["<script", "<hta:", "<job", "wscript.", "createobject(", "activexobject", "powershell", "mshta", "<?php", "#!/"],
        StringComparison.OrdinalIgnoreCase);

    private static readonly SearchValues<string> Mails = SearchValues.Create(
        ["mime-version:", "activemime", "content-type: multipart/"], StringComparison.OrdinalIgnoreCase);

    private static readonly SearchValues<char> Controls = SearchValues.Create([.. Enumerable.Range(0, 9).Select(code => (char)code)]);

    private static readonly HashSet<string> Commands = new(StringComparer.OrdinalIgnoreCase)
    {
        "start", "call", "copy", "xcopy", "move", "del", "ren", "echo", "set", "if", "for", "cd", "pushd", "exec", "sudo", "nohup", "chmod",
    };

    // The document goes on behind the data.
    private static readonly Regex NextObject = new(@"[\r\n]\s*[0-9]+ +[0-9]+ +obj\b", RegexOptions.NonBacktracking);

    /// <param name="start">The first bytes of the data.</param>
    /// <returns>The media type; null for one that does nothing.</returns>
    public static string? Find(ReadOnlySpan<byte> start)
    {
        var type = Signatures.Find(start);
        if (type is not null and not Html && !IsInert(type))
        {
            return type;
        }

        // The central directory of a ZIP whose entries lie in the streams before it.
        if (start.StartsWith("PK\u0001\u0002"u8))
        {
            return Signatures.Zip;
        }

        // The descriptor of a disk image, whose first 32,768 bytes may be anything.
        if (start.StartsWith("\u0001CD001"u8))
        {
            return "application/x-iso9660-image";
        }

        // The file by which scanners are tested; it is judged as the part that it is.
        if (start.StartsWith(@"X5O!P%@AP[4\PZX54(P^)7CC)7}$"u8))
        {
            return MediaTypes.Text;
        }

        var text = Encoding.Latin1.GetString(start);
        return text.AsSpan().ContainsAny(Mails) ? "message/rfc822"
            : text.AsSpan().ContainsAny(Scripts) ? type ?? "text/x-script"
            : type is null && NextObject.Match(text) is var next && text.AsSpan(0, next.Success ? next.Index : text.Length) is var own
                && !own.ContainsAny(Controls) ? ScriptOf(own, start[..own.Length])
            : null;
    }

    // In a file of commands nothing but its lines counts: one may stand between objects, and begin with a program.
    private static string? ScriptOf(ReadOnlySpan<char> text, ReadOnlySpan<byte> bytes)
    {
        if (LanguageGuess.Of(bytes) is { } language)
        {
            return language.MediaType;
        }

        var line = text.TrimStart(" \t\r\n@");
        line = line[..(line.IndexOfAny('\r', '\n') is >= 0 and var end ? end : line.Length)];
        var words = line.ToString().Split([' ', '\t', '"', '|', '&', '>', '<', '(', ')', ','], StringSplitOptions.RemoveEmptyEntries);
        return words is [var command, ..] && (ShellCommands.HasOne(command) || IsProgram(command)
            || (Commands.Contains(command) && words.Any(word => ShellCommands.HasOne(word) || IsProgram(word))))
            ? ScriptLanguage.Batch.MediaType : null;
    }

    private static bool IsProgram(string word) => word.Contains('.', StringComparison.Ordinal) && ProgramNames.IsStarted(word);

    private static bool IsInert(string type) =>
        type.StartsWith("image/", StringComparison.Ordinal) || type.StartsWith("audio/", StringComparison.Ordinal)
        || type.StartsWith("video/", StringComparison.Ordinal) || type is "text/xml" or "application/ogg" or "application/vnd.sqlite3";
}
