using System.Text;
using Durable;
using Hosting.Files;
using Sigma.Engine;
using Sigma.Engine.Rules;
using Sigma.Streams.Folders;

namespace Sigma.Streams.RuleFiles;

/// <summary>Files of rules: by name, or all YAML files of a folder.</summary>
internal static class RuleFolder
{
    /// <summary>
    /// The files in the order of the named paths, those of a folder by their own paths, so that the same rules always have the same order.
    /// A file that cannot be read is a problem, and keeps its previous text; a deleted file has none.
    /// </summary>
    /// <param name="paths">Files and folders.</param>
    /// <param name="former">The previous files.</param>
    public static RuleTexts Read(IEnumerable<string> paths, RuleTexts former)
    {
        var (texts, problems) = (new List<RuleText>(), new List<RuleProblem>());
        var found = Find(paths);
        foreach (var file in found.Files)
        {
            try
            {
                texts.Add(new(file, Text(file)));
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                problems.Add(ProblemOf(file, exception.Message));
                var isGone = exception is FileNotFoundException or DirectoryNotFoundException;
                texts.AddRange(former.Texts.Where(text => !isGone && text.File == file));
            }
        }

        problems.AddRange(found.Unlisted.Select(folder => ProblemOf(folder.Folder, folder.Reason)));
        texts.AddRange(former.Texts.Where(text => found.MayHold(text.File)));
        return new(texts, problems);
    }

    /// <summary>The external state of the files: a change of it means changed content.</summary>
    public static IReadOnlyList<RuleFileState> States(IEnumerable<string> paths) =>
        [.. Find(paths).Files.Select(file => new RuleFileState(file, FileState.Of(file)))];

    /// <summary>Whether a file or folder that could not be read may now be readable, which its state does not show.</summary>
    public static bool IsReadable(string path)
    {
        try
        {
            if (Directory.Exists(path))
            {
                _ = Directory.GetFileSystemEntries(path);
            }
            else
            {
                using var file = SharedFile.OpenRead(path);
                _ = file.ReadByte();
            }

            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>Reads only as much as the loader needs to refuse the file, because it may be larger than memory.</summary>
    private static string Text(string file)
    {
        using var reader = new StreamReader(file);
        var (text, block) = (new StringBuilder(), new char[4096]);
        while (text.Length <= RuleLoader.MaxFileBytes && reader.Read(block) is > 0 and var count)
        {
            text.Append(block, 0, count);
        }

        return text.ToString();
    }

    private static FoundFiles Find(IEnumerable<string> paths) =>
        FoundFiles.Of(paths, file => Path.GetExtension(file) is ".yml" or ".yaml");

    private static RuleProblem ProblemOf(string path, string reason) =>
        new(path, new(1, 1), "file", $"It cannot be read: {reason}", IsError: true);
}

/// <param name="File">Its path.</param>
/// <param name="State">Its state; the default if it was deleted.</param>
internal sealed record RuleFileState(string File, FileState State);
