using Prometheus.Tests.Exposition;

namespace Prometheus.Tests.Collectors;

public sealed class LabelTests
{
    private readonly CollectorRegistry _registry = Metrics.NewCustomRegistry();
    private readonly Counter _counter;

    public LabelTests() => _counter = Metrics.WithCustomRegistry(_registry).CreateCounter("files_total", "Files.", "transport", "verdict");

    [Fact]
    public void WithLabels_SameValues_IsTheSameChildInEveryForm()
    {
        string[] values = ["grpc", "clean"];
        var child = _counter.WithLabels("grpc", "clean");

        _counter.WithLabels(values).ShouldBeSameAs(child);
        _counter.WithLabels(values.AsSpan()).ShouldBeSameAs(child);
    }

    [Fact]
    public void WithLabels_ArrayChangedAfterwards_KeepsTheChildAsItWas()
    {
        string[] values = ["grpc", "clean"];
        var child = _counter.WithLabels(values);

        values[1] = "malicious";

        _counter.WithLabels("grpc", "clean").ShouldBeSameAs(child);
        _counter.WithLabels("grpc", "malicious").ShouldNotBeSameAs(child);
    }

    [Fact]
    public void WithLabels_ValuesThatJoinAlike_AreOtherChildren() =>
        _counter.WithLabels("ab", "c").ShouldNotBeSameAs(_counter.WithLabels("a", "bc"));

    [Theory]
    [InlineData]
    [InlineData("grpc")]
    [InlineData("grpc", "clean", "more")]
    public void WithLabels_OtherNumberOfValues_IsRefused(params string[] values) =>
        Should.Throw<ArgumentException>(() => _counter.WithLabels(values));

    [Fact]
    public void WithLabels_NullValue_IsRefused() => Should.Throw<NotSupportedException>(() => _counter.WithLabels("grpc", null!));

    [Fact]
    public void WithLabels_Null_IsRefused() => Should.Throw<ArgumentNullException>(() => _counter.WithLabels((string[])null!));

    [Fact]
    public async Task Remove_Child_IsGoneAndStartsAgainAtZero()
    {
        var child = _counter.WithLabels("grpc", "clean");
        child.Inc(5);
        _counter.WithLabels("grpc", "malicious").Inc(7);

        child.Remove();
        child.Inc();

        (await Scrapes.TakeAsync(_registry)).Samples.ShouldHaveSingleItem().Labels["verdict"].ShouldBe("malicious");
        _counter.WithLabels("grpc", "clean").Value.ShouldBe(0);
    }

    [Fact]
    public async Task Remove_ChildTwice_LeavesItsSuccessor()
    {
        var child = _counter.WithLabels("grpc", "clean");
        child.Remove();
        _counter.WithLabels("grpc", "clean").Inc(2);

        child.Remove();

        (await Scrapes.TakeAsync(_registry)).Samples.ShouldHaveSingleItem().Value.ShouldBe(2);
    }

    [Fact]
    public void LabelNames_OfAMetric_AreThoseItWasCreatedWith()
    {
        _counter.LabelNames.ShouldBe(["transport", "verdict"]);
        _counter.Name.ShouldBe("files_total");
        _counter.Help.ShouldBe("Files.");
    }
}
