using System.Collections.Frozen;
using Hosting.Files;

namespace Hosting.Access;

/// <summary>The revoked tokens, by their <c>jti</c>, or all of a client, by its <c>sub</c>.</summary>
internal sealed class TokenRevocations
{
    private readonly string? _path;
    private FileState _seen;
    private FrozenSet<string> _lines = [];

    /// <exception cref="InvalidDataException">A line is none.</exception>
    /// <exception cref="IOException">The file does not exist, or cannot be read.</exception>
    public TokenRevocations(string? path)
    {
        _path = string.IsNullOrEmpty(path) ? null : path;
        Refresh();
    }

    public bool Has(string? id, string? subject) => _lines.Contains($"jti={id}") || _lines.Contains($"sub={subject}");

    /// <summary>Reads the file if it has changed.</summary>
    /// <exception cref="InvalidDataException">A line is none.</exception>
    /// <exception cref="IOException">The file does not exist, or cannot be read.</exception>
    public void Refresh()
    {
        if (_path is null || (FileState.Of(_path) is var state && state == _seen && state != default))
        {
            return;
        }

        string[] lines = [.. File.ReadLines(_path).Select(line => line.Trim()).Where(line => line.Length > 0 && line[0] != '#')];
        if (Array.Find(lines, line => line.Split('=')[0] is not ("jti" or "sub")) is { } wrong)
        {
            throw new InvalidDataException($"{_path} has '{wrong}': each line has to be jti=ID or sub=NAME.");
        }

        (_lines, _seen) = (lines.ToFrozenSet(StringComparer.Ordinal), state);
    }
}
