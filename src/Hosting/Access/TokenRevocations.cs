using System.Collections.Frozen;
using Durable;
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

        string[] lines =
        [
            .. SharedFile.ReadAllText(_path).Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
                .Where(line => line[0] != '#'),
        ];
        if (Array.Find(lines, line => !Revokes(line)) is { } wrong)
        {
            throw new InvalidDataException(
                $"{_path} has '{wrong}': each line has to be jti=ID or sub=NAME, without blanks at the equals sign.");
        }

        (_lines, _seen) = (lines.ToFrozenSet(StringComparer.Ordinal), state);
    }

    /// <summary>Blanks before a name would be a part of it, and the line would revoke nothing.</summary>
    private static bool Revokes(string line) => line is ['j', 't', 'i', '=', var id, ..] ? !char.IsWhiteSpace(id)
        : line is ['s', 'u', 'b', '=', var name, ..] && !char.IsWhiteSpace(name);
}
