using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Nodes;
using Hosting.Logging;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Hosting.Tests.Logging;

public sealed class JsonLineFormatterTests
{
    private static readonly JsonLineFormatter Formatter = new(TimeProvider.System);

    [Fact]
    public void Write_MessageWithState_IsOneObjectWithEachValue()
    {
        var line = Write([new("Kind", DayOfWeek.Monday), new("Count", 3), new("{OriginalFormat}", "…")], "3 refused");

        line["level"]!.GetValue<string>().ShouldBe("Warning");
        line["category"]!.GetValue<string>().ShouldBe("Hosting.Test");
        line["event"]!.GetValue<string>().ShouldBe("Refused");
        line["message"]!.GetValue<string>().ShouldBe("3 refused");
        line["state"]!.AsObject().Select(pair => (pair.Key, pair.Value!.GetValue<string>()))
            .ShouldBe([("Kind", "Monday"), ("Count", "3")]);
        line["time"]!.GetValue<DateTimeOffset>().ShouldBe(TimeProvider.System.GetUtcNow(), TimeSpan.FromMinutes(5));
        line.ContainsKey("exception").ShouldBeFalse();
    }

    [Fact]
    public void Write_WithinATrace_NamesItAndTheSpan()
    {
        using var span = new Activity("request").SetIdFormat(ActivityIdFormat.W3C).Start();

        var line = Write([], "hello");

        line["trace_id"]!.GetValue<string>().ShouldBe(span.TraceId.ToHexString());
        line["span_id"]!.GetValue<string>().ShouldBe(span.SpanId.ToHexString());
    }

    [Fact]
    public void Write_OutsideATrace_NamesNone()
    {
        Activity.Current = null;

        Write([], "hello").ContainsKey("trace_id").ShouldBeFalse();
    }

    [Fact]
    public void Write_LongTexts_AreCutToTheirBounds()
    {
        var text = new string('x', 100_000);

        var line = Write([new("Detail", text)], text, new InvalidOperationException(text));

        line["message"]!.GetValue<string>().Length.ShouldBe(JsonLineFormatter.MaxMessage + 1);
        line["state"]!["Detail"]!.GetValue<string>().Length.ShouldBe(JsonLineFormatter.MaxValue + 1);
        line["exception"]!.GetValue<string>().Length.ShouldBe(JsonLineFormatter.MaxException + 1);
    }

    [Theory]
    [InlineData("line\nbreak\r\n\u2028")]
    [InlineData("\"}{\"level\":\"Critical\"")]
    [InlineData("\0\u001b[31m\t")]
    [InlineData("\ud800 alone")]
    public void Write_AwkwardText_StaysOneLineOfValidJson(string text) =>
        Write([new("Text", text)], text).ContainsKey("message").ShouldBeTrue();

    [Fact]
    public void Write_PairOfSurrogatesAtTheBound_IsValidJson() =>
        Write([], new string('x', JsonLineFormatter.MaxMessage - 1) + "📄📄").ContainsKey("message").ShouldBeTrue();

    private static JsonObject Write(IReadOnlyList<KeyValuePair<string, object?>> state, string message, Exception? exception = null)
    {
        using var writer = new StringWriter { NewLine = "\n" };
        var entry = new LogEntry<IReadOnlyList<KeyValuePair<string, object?>>>(
            LogLevel.Warning, "Hosting.Test", new EventId(7, "Refused"), state, exception, (_, _) => message);
        Formatter.Write(entry, null, writer);

        var text = writer.ToString();
        text.ShouldEndWith("\n");
        text[..^1].ShouldNotContain("\n");
        return JsonNode.Parse(text, documentOptions: new JsonDocumentOptions { AllowDuplicateProperties = false })!.AsObject();
    }
}
