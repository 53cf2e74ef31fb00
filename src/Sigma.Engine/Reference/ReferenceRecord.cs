using System.Text;
using System.Text.Json;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Mapping;

namespace Sigma.Engine.Reference;

/// <summary>A record as a tree, searched from the top for every question.</summary>
internal sealed class ReferenceRecord : IDisposable
{
    private static readonly UTF8Encoding StrictUtf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private readonly JsonDocument _document;
    private readonly EventMapping _mapping;

    private ReferenceRecord(JsonDocument document, EventMapping mapping) => (_document, _mapping) = (document, mapping);

    /// <returns>Either the record, or why the input is not one.</returns>
    public static (ReferenceRecord? Record, DeathReason? Death) Parse(ReadOnlyMemory<byte> utf8, EventMapping mapping)
    {
        utf8 = mapping.AsCompared(utf8);
        if (utf8.Length > RecordLimits.MaxBytes)
        {
            return (null, DeathReason.TooLong);
        }

        JsonDocument document;
        try
        {
            StrictUtf8.GetString(utf8.Span);
            document = JsonDocument.Parse(utf8, new JsonDocumentOptions { MaxDepth = RecordLimits.MaxDepth });
        }
        catch (DecoderFallbackException)
        {
            return (null, DeathReason.BadUtf8);
        }
        catch (JsonException)
        {
            return (null, DeathReason.Malformed);
        }

        var record = new ReferenceRecord(document, mapping);
        try
        {
            if (document.RootElement.ValueKind == JsonValueKind.Object)
            {
                Decode(document.RootElement);
                return (record, null);
            }
        }
        catch (InvalidOperationException)
        {
            record.Dispose();
            return (null, DeathReason.LoneSurrogate);
        }

        record.Dispose();
        return (null, DeathReason.NotAnObject);
    }

    public void Dispose() => _document.Dispose();

    /// <summary>The values of a rule's field: those of the first of its names that has any, and not objects alone if another has.</summary>
    public IReadOnlyList<JsonElement> Values(string field)
    {
        var found = _mapping.TargetsOf(field).Select(Values).Where(values => values.Count > 0).ToList();
        return found.Find(values => values.Exists(value => value.ValueKind != JsonValueKind.Object)) ?? found.FirstOrDefault() ?? [];
    }

    /// <summary>Whether a rule's field is present under any of its names, with any value.</summary>
    public bool Has(string field) => _mapping.TargetsOf(field).Any(Has);

    /// <summary>
    /// Every scalar value at any depth, including those whose name occurs again: keywords search everything that is written.
    /// </summary>
    public IReadOnlyList<JsonElement> Scalars()
    {
        var scalars = new List<JsonElement>();
        Collect(_document.RootElement);
        return scalars;

        void Collect(JsonElement element)
        {
            switch (element.ValueKind)
            {
                case JsonValueKind.Object:
                    foreach (var member in element.EnumerateObject())
                    {
                        Collect(member.Value);
                    }

                    break;
                case JsonValueKind.Array:
                    foreach (var item in element.EnumerateArray())
                    {
                        Collect(item);
                    }

                    break;
                case JsonValueKind.Null:
                    break;
                default:
                    scalars.Add(element);
                    break;
            }
        }
    }

    /// <returns>Null for an object.</returns>
    public static string? Text(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.String => element.GetString(),
        JsonValueKind.Number => element.GetRawText(),
        JsonValueKind.True => "true",
        JsonValueKind.False => "false",
        _ => null,
    };

    private bool Has(FieldTarget target)
    {
        var names = NamesOf(target);
        return Values(names[..^1]).Exists(element => Member(element, names[^1]).Any());
    }

    private List<JsonElement> Values(FieldTarget target) => Values(NamesOf(target));

    private List<JsonElement> Values(string[] names)
    {
        var found = new List<JsonElement> { _document.RootElement };
        foreach (var name in names)
        {
            found = [.. found.SelectMany(element => Member(element, name)).SelectMany(Spread)];
        }

        return found;
    }

    private static string[] NamesOf(FieldTarget target) => target.IsPath ? target.Name.Split('.') : [target.Name];

    private IEnumerable<JsonElement> Member(JsonElement element, string name)
    {
        if (element.ValueKind != JsonValueKind.Object)
        {
            return [];
        }

        var named = element.EnumerateObject().Where(member => IsCalled(member, name)).ToList();
        return named.Count == 0 ? [] : [named[^1].Value];
    }

    private bool IsCalled(JsonProperty member, string name) => _mapping.RemovesBlanks
        ? member.Name.Replace(" ", "", StringComparison.Ordinal) == name.Replace(" ", "", StringComparison.Ordinal)
        : member.Name == name;

    /// <summary>The elements of an array, and of arrays in it; null counts as nothing.</summary>
    private static IEnumerable<JsonElement> Spread(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.Array => element.EnumerateArray().SelectMany(Spread),
        JsonValueKind.Null => [],
        _ => [element],
    };

    /// <summary>Decodes every name and string once, because that is what reveals half a surrogate pair.</summary>
    private static void Decode(JsonElement element)
    {
        switch (element.ValueKind)
        {
            case JsonValueKind.Object:
                foreach (var member in element.EnumerateObject())
                {
                    _ = member.Name;
                    Decode(member.Value);
                }

                break;
            case JsonValueKind.Array:
                foreach (var item in element.EnumerateArray())
                {
                    Decode(item);
                }

                break;
            case JsonValueKind.String:
                _ = element.GetString();
                break;
        }
    }
}
