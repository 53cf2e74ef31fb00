using System.Collections;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using System.Text.RegularExpressions;
using Cel;
using Prober.Engine.Probing.Http;

namespace Prober.Features.Configuration.Evaluation;

/// <summary>Expressions of Google's Common Expression Language about the JSON of a body, as blackbox_exporter has them.</summary>
internal sealed class CelRule : IContentRule
{
    /// <summary>Deeper bodies are refused: what reads them goes down by calls.</summary>
    private static readonly JsonDocumentOptions Depth = new() { MaxDepth = 500 };

    private static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(1);

    private readonly List<(string Text, CelProgramDelegate Program, bool MustHold)> _expressions = [];

    /// <param name="mustHold">Otherwise the expression must be false.</param>
    /// <exception cref="FormatException">It is no such expression; the message says where.</exception>
    public void Add(string text, bool mustHold)
    {
        var environment = new CelEnvironment([], messageNamespace: null);
        environment.RegisterFunction(CelText.Matches, [typeof(string), typeof(string)], Matches);
        try
        {
            _expressions.Add((text, environment.Compile(CelText.OfMaps(environment, text)), mustHold));
        }
        catch (Exception exception) when (exception is CelException or ArgumentException)
        {
            throw new FormatException(exception.Message, exception);
        }
    }

    public string? Problem(string body, bool showsContent)
    {
        try
        {
            using var document = JsonDocument.Parse(body, Depth);
            var root = Value(document.RootElement);
            return _expressions.Select(one => Problem(one.Text, one.Program, one.MustHold, root))
                .FirstOrDefault(problem => problem is not null);
        }
        catch (JsonException)
        {
            return "The body is not JSON.";
        }
    }

    private static string? Problem(string text, CelProgramDelegate program, bool mustHold, object? root)
    {
        try
        {
            return program(new Names(root, MaxTime)) switch
            {
                bool holds when holds == mustHold => null,
                true => $"The CEL expression is true of the body: {text}",
                false => $"The CEL expression is not true of the body: {text}",
                _ => $"The CEL expression gives neither true nor false: {text}",
            };
        }
        catch (Exception exception) when (exception is not OutOfMemoryException) // the package has no common type for what fails in it
        {
            return $"The CEL expression has no value for this body ({exception.GetBaseException().Message.TrimEnd('.')}): {text}";
        }
    }

    /// <summary>Numbers are doubles, as there.</summary>
    private static object? Value(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.Object => Map(element),
        JsonValueKind.Array => element.EnumerateArray().Select(Value).ToArray(),
        JsonValueKind.String => element.GetString(),
        JsonValueKind.Number => element.GetDouble(),
        JsonValueKind.Null => null,
        var kind => kind == JsonValueKind.True,
    };

    private static Dictionary<string, object?> Map(JsonElement element)
    {
        var map = new Dictionary<string, object?>();
        foreach (var property in element.EnumerateObject())
        {
            map[property.Name] = Value(property.Value);
        }

        return map;
    }

    /// <summary>The package's own <c>matches</c> could take forever on a text that a server chose.</summary>
    private static object? Matches(object?[] arguments) =>
        Regex.IsMatch((string)arguments[0]!, GoPattern.ToDotNet((string)arguments[1]!), RegexOptions.NonBacktracking);

    /// <summary>The one name <c>body</c>. It is asked for in each step, so that it ends what takes too long.</summary>
    private sealed class Names(object? body, TimeSpan maxTime) : IDictionary<string, object?>
    {
        private readonly long _start = Stopwatch.GetTimestamp();

        public bool TryGetValue(string key, [MaybeNullWhen(false)] out object? value)
        {
            // Of all exceptions this alone is passed on at once by the package's loops.
            if (Stopwatch.GetElapsedTime(_start) > maxTime)
            {
                throw new CelNoSuchFieldException($"it takes longer than {maxTime.TotalSeconds:0} s");
            }

            value = body;
            return key == "body";
        }

        public bool ContainsKey(string key) => key == "body";

        public object? this[string key] { get => body; set => throw new NotSupportedException(); }

        public ICollection<string> Keys => ["body"];

        public ICollection<object?> Values => [body];

        public int Count => 1;

        public bool IsReadOnly => true;

        public void Add(string key, object? value) => throw new NotSupportedException();

        public void Add(KeyValuePair<string, object?> item) => throw new NotSupportedException();

        public void Clear() => throw new NotSupportedException();

        public bool Contains(KeyValuePair<string, object?> item) => item.Key == "body";

        public void CopyTo(KeyValuePair<string, object?>[] array, int arrayIndex) => array[arrayIndex] = new("body", body);

        public bool Remove(string key) => throw new NotSupportedException();

        public bool Remove(KeyValuePair<string, object?> item) => throw new NotSupportedException();

        public IEnumerator<KeyValuePair<string, object?>> GetEnumerator() =>
            new List<KeyValuePair<string, object?>> { new("body", body) }.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
