using System.Globalization;
using Prober.Features.Settings;

namespace Prober.Features.Configuration;

/// <summary>
/// One map of a file. A key that no reader asks for is unknown; the keys that were asked for are the allowed ones.
/// </summary>
internal sealed class ConfigSection
{
    private readonly string _file;
    private readonly IReadOnlyList<ConfigEntry> _entries;
    private readonly ICollection<ConfigProblem> _problems;
    private readonly List<string> _asked = [];
    private readonly List<string> _passedOver = [];

    public ConfigSection(string file, ConfigNode node, ICollection<ConfigProblem> problems)
    {
        (_file, Line, _problems) = (file, node.Line, problems);
        _entries = node.Entries ?? [];
        if (node.Entries is null && !node.IsEmpty)
        {
            Add(node.Line, "this has to be a map of keys and values");
        }
    }

    public int Line { get; }

    /// <summary>Whether something that is missing outside of the file makes the target unknown, instead of the file wrong.</summary>
    public bool TakesUnready { get; set; }

    /// <summary>Why the target cannot be probed; null when it can.</summary>
    public string? NotReady { get; private set; }

    public string? Text(string key)
    {
        if (Find(key) is not { } entry || entry.Value.IsEmpty)
        {
            return null;
        }

        if (entry.Value.Text is null)
        {
            Add(entry.Line, $"{key} has to be a text");
        }

        return entry.Value.Text;
    }

    public bool IsText(string key) => Find(key) is { Value.Text: not null };

    /// <summary>The bytes of a value with the tag <c>!!binary</c>; null for others.</summary>
    public byte[]? Octets(string key) => Find(key)?.Value.Octets;

    public IEnumerable<string> Keys => _entries.Select(entry => entry.Key);

    /// <summary>The key <c>username</c>, which EaseProbe's manual also called <c>user</c>.</summary>
    public string? User() => Text("username") ?? Text("user");

    public string Required(string key, string example)
    {
        if (Text(key) is { Length: > 0 } text)
        {
            return text;
        }

        Add(Line, $"{key} is missing; write it like {key}: {example}");
        return "";
    }

    /// <summary>The key <c>name</c>, which every entry of a list should have: it goes into subjects and logs.</summary>
    /// <returns>Null when it is missing.</returns>
    public string? Name()
    {
        var name = Text("name");
        if (name?.Any(char.IsControl) == true)
        {
            Add(LineOf("name"), "name has to be one line, without control characters");
        }

        return string.IsNullOrEmpty(name) ? null : name;
    }

    public string Name(string example) => Name() ?? Required("name", example);

    /// <summary>Calls an entry without a name something, as EaseProbe calls it nothing.</summary>
    public string Called(string name)
    {
        _problems.Add(new(_file, Line, $"name is missing; it is called {name}", IsNote: true));
        return name;
    }

    /// <summary>Reads an address of one of two schemes.</summary>
    /// <returns>Null when it is not such an address.</returns>
    public Uri? Address(string key, string text, string scheme, string other)
    {
        if (text.Length == 0)
        {
            return null; // already reported
        }

        if (!Uri.TryCreate(text, UriKind.Absolute, out var url) || (url.Scheme != scheme && url.Scheme != other) || url.Host.Length == 0)
        {
            Add(LineOf(key), $"{key} has to be an address of {scheme} or {other}");
            return null;
        }

        if (TargetUrl.HasHost(url))
        {
            return url;
        }

        Add(LineOf(key), $"{key} has a host that is not a valid DNS name");
        return null;
    }

    public bool Flag(string key, bool otherwise = false)
    {
        switch (Text(key)?.ToLowerInvariant())
        {
            case null:
                return otherwise;
            case "false" or "no" or "off" or "n":
                return false;
            case "true" or "yes" or "on" or "y": // YAML 1.1, which Go's reader takes for flags
                return true;
            default:
                Add(LineOf(key), $"{key} has to be true or false");
                return otherwise;
        }
    }

    /// <param name="zeroIsDefault">Whether 0 stands for the default, as in EaseProbe.</param>
    public int Number(string key, int otherwise, int min, int max, bool zeroIsDefault = false)
    {
        if (Text(key) is not { } text || (zeroIsDefault && text == "0"))
        {
            return otherwise;
        }

        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= min && number <= max)
        {
            return number;
        }

        Add(LineOf(key), $"{key} has to be a number from {min} to {max}");
        return otherwise;
    }

    /// <summary>A number of bytes, with or without a unit.</summary>
    public int Bytes(string key, int otherwise, int max)
    {
        if (Text(key) is not { } text)
        {
            return otherwise;
        }

        var digits = text.TakeWhile(char.IsAsciiDigit).Count();
        long? unit = text[digits..].Trim().ToLowerInvariant() switch
        {
            "" or "b" => 1,
            "k" or "kb" or "kib" => 1 << 10,
            "m" or "mb" or "mib" => 1 << 20,
            _ => null,
        };
        if (unit is { } factor && digits is > 0 and < 10
            && long.Parse(text[..digits], CultureInfo.InvariantCulture) * factor is > 0 and var bytes && bytes <= max)
        {
            return (int)bytes;
        }

        Add(LineOf(key), $"{key} has to be a number of bytes up to {max >> 20}MiB, such as 65536, 64KiB or 10MiB");
        return otherwise;
    }

    /// <param name="zeroIsDefault">Whether 0 stands for the default, as in EaseProbe.</param>
    public TimeSpan Duration(string key, TimeSpan otherwise, TimeSpan min, bool zeroIsDefault = false)
    {
        if (Text(key) is not { } text)
        {
            return otherwise;
        }

        var read = GoDuration.Parse(text);
        if (read == TimeSpan.Zero && zeroIsDefault)
        {
            return otherwise;
        }

        if (read is { } span && span >= min)
        {
            return span;
        }

        Add(LineOf(key), $"{key} has to be a duration of at least {min.TotalSeconds:0.###}s, such as 10s or 1m30s");
        return otherwise;
    }

    public ConfigSection? Map(string key) =>
        Find(key) is { Value.IsEmpty: false } entry ? new(_file, entry.Value, _problems) : null;

    /// <summary>The maps of a list.</summary>
    public IEnumerable<ConfigSection> Sections(string key) => List(key).Select(node => new ConfigSection(_file, node, _problems));

    /// <summary>The maps of a map, with their keys.</summary>
    public IEnumerable<(string Key, ConfigSection Section)> Maps(string key) =>
        Find(key) is { Value.Entries: { } entries }
            ? entries.Select(entry => (entry.Key, new ConfigSection(_file, entry.Value, _problems)))
            : [];

    public IEnumerable<ConfigNode> List(string key)
    {
        if (Find(key) is not { Value.IsEmpty: false } entry)
        {
            return [];
        }

        if (entry.Value.Items is null)
        {
            Add(entry.Line, entry.Value.Entries is null ? $"{key} has to be a list"
                : $"{key} has to be a list: write a - before the first key of each entry");
        }

        return entry.Value.Items ?? [];
    }

    public IEnumerable<KeyValuePair<string, string>> Pairs(string key)
    {
        if (Find(key) is not { Value.IsEmpty: false } found)
        {
            yield break;
        }

        if (found.Value.Entries is not { } entries)
        {
            Add(found.Line, $"{key} has to be a map of keys and values");
            yield break;
        }

        foreach (var entry in entries)
        {
            if (entry.Value.Text is null)
            {
                Add(entry.Line, $"{entry.Key} has to be a text");
                continue;
            }

            yield return new(entry.Key, entry.Value.Text);
        }
    }

    /// <summary>One text, or a list of them.</summary>
    public IEnumerable<string> Texts(string key)
    {
        if (Find(key)?.Value is { IsEmpty: false, Text: { } one })
        {
            return [one];
        }

        var items = List(key).ToList();
        foreach (var item in items.Where(item => item.Text is null))
        {
            Add(item.Line, $"{key} has to be a list of texts");
        }

        return items.Select(item => item.Text ?? "");
    }

    /// <summary>Whether a key is absent, has no value, or has this one.</summary>
    public bool Holds(string key, string usual) =>
        Find(key) is not { Value: { IsEmpty: false } value } || string.Equals(value.Text, usual, StringComparison.OrdinalIgnoreCase);

    /// <summary>Reports a key that this prober does not support.</summary>
    /// <param name="alternative">What to do instead.</param>
    /// <param name="what">The unsupported value, if other values are supported.</param>
    public void Unsupported(string key, string alternative, string? what = null)
    {
        if (Find(key) is { } entry)
        {
            _problems.Add(new(_file, entry.Line, $"{what ?? key} is not supported; {alternative}", IsUnsupported: true));
        }

        _asked.Remove(key);
        _passedOver.Add(key);
    }

    /// <summary>Takes a key that changes no probe and no message here, and notes that.</summary>
    public void Note(string key, string instead)
    {
        if (Find(key) is { } entry)
        {
            _problems.Add(new(_file, entry.Line, $"{key} changes nothing here; {instead}", IsNote: true));
        }

        _asked.Remove(key);
        _passedOver.Add(key);
    }

    /// <summary>Something that the key needs is not there.</summary>
    public void Unready(string key, string reason)
    {
        if (!TakesUnready)
        {
            Add(LineOf(key), $"{key}: {reason}");
            return;
        }

        NotReady ??= $"{key}: {reason}";
        _problems.Add(new(_file, LineOf(key), $"{key}: {reason}; until then the target is unknown", IsNote: true));
    }

    /// <summary>Reports the keys that no reader asked for; call it last.</summary>
    public void End()
    {
        foreach (var entry in _entries.Where(entry => !_asked.Contains(entry.Key) && !_passedOver.Contains(entry.Key)
            && !entry.Key.StartsWith("x-", StringComparison.Ordinal))) // by custom, parts for anchors
        {
            Add(entry.Line, $"the key {entry.Key} is unknown; allowed are {string.Join(", ", _asked)}");
        }
    }

    public int LineOf(string key) => _entries.FirstOrDefault(entry => entry.Key == key)?.Line ?? Line;

    public void Add(int line, string message) => _problems.Add(new(_file, line, message));

    private ConfigEntry? Find(string key)
    {
        if (!_asked.Contains(key))
        {
            _asked.Add(key);
        }

        return _entries.FirstOrDefault(entry => entry.Key == key);
    }
}
