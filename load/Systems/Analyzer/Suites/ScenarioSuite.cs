using Load.Measuring;
using Load.Measuring.Mixing;
using Load.Scenarios;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Suites;

/// <summary>A mix that a person describes in a file; kinds of requests, sizes and transports are the analyzer's words.</summary>
internal sealed class ScenarioSuite
{
    private const string Transport = AnalyzerDimensions.Transport;

    private static readonly string[] StepKeys = [AnalyzerDimensions.File, AnalyzerDimensions.Size, Transport];

    private readonly ScenarioFile _file;
    private readonly Func<string, bool> _isTransport;
    private readonly string _transports;

    private ScenarioSuite(ScenarioFile file, IReadOnlyCollection<string> transports) =>
        (_file, _isTransport, _transports) = (file, transports.Contains, string.Join(", ", transports));

    public static ScenarioSupport Support(AnalyzerOptions options) => new(
        options.OfService,
        (file, parsed, seed) =>
        {
            var request = options.Read(parsed, seed);
            var cases = new AnalyzerCases(request) { IsAdaptive = file.Load.Rate is not null };
            var suite = Create(
                file, [.. TransportCatalog.Names], TransportCatalog.Usual,
                (transport, operation, size, load) => RowOptions.Fitting(
                    cases.Case(transport, operation, size, load, ServiceSettings.Default), (operation, size), load));
            return AnalyzerOptions.At(request, suite with { DescribeAsync = request.DescribeAsync });
        });

    /// <param name="file">The person's scenario.</param>
    /// <param name="transports">The ways that requests can go.</param>
    /// <param name="usual">The ways where none is named.</param>
    /// <param name="row">Makes the row that a step would be by itself.</param>
    /// <exception cref="Machine.LabException">The file has words that nobody knows.</exception>
    public static Suite Create(
        ScenarioFile file, IReadOnlyCollection<string> transports, IReadOnlyList<string> usual,
        Func<string, Operation, long, LoadShape, Case> row) => new ScenarioSuite(file, transports).Create(usual, row);

    private Suite Create(IReadOnlyList<string> usual, Func<string, Operation, long, LoadShape, Case> row)
    {
        IReadOnlyList<string> ways = Ways() ?? usual;
        var steps = _file.Steps.Select(Read).ToArray();
        if (Array.TrueForAll(steps, step => step.Transport is not null))
        {
            ways = [string.Join('+', steps.Select(step => step.Transport).Distinct())];
        }
        else if (ways.Count > 1 && steps.FirstOrDefault(step => step.Transport is not null) is { Step: { } mixed })
        {
            _file.Problems.Add(
                mixed.Line, $"'{mixed.Name}' has a transport of its own and others go over {string.Join(" and ", ways)}; " +
                "name one transport for the others, or one for each step");
        }

        _file.Problems.Throw();
        LoadShape load = _file.Load.Rate is { } rate
            ? new LoadShape.Open(rate)
            : new LoadShape.Closed(_file.Load.Instances) { Think = _file.Load.Think };
        return new()
        {
            Name = _file.Name,
            Question = $"how steps that come together fare: {string.Join(", ", _file.Steps.Select(step => step.Name))}",
            Cases =
            [
                .. ways.Select(way => Mix.Of(
                    [
                        .. steps.Select(one => new MixedStep(
                            one.Step.Name, one.Step.Share, one.Step.After, row(one.Transport ?? way, one.Operation, one.Size, load))),
                    ],
                    [new(Transport, way)],
                    load)),
            ],
            Repeats = _file.Repeats ?? 3,
            IterationLength = TimeSpan.FromSeconds(_file.Seconds ?? 3),
            Timeout = RowOptions.Timeout,
            Compared = AnalyzerDimensions.Transports,
        };
    }

    /// <returns>Null where the file names none.</returns>
    private string[]? Ways()
    {
        Check(_file.Words, [Transport]);
        if (_file.Words.FirstOrDefault(word => word.Key == Transport)?.Value is not { } node)
        {
            return null;
        }

        string[] names =
        [
            .. node.Items?.Select(item => item.Text ?? "")
                ?? (node.Text ?? "").Split(',', StringSplitOptions.TrimEntries),
        ];
        var wrong = Array.Find(names, name => !_isTransport(name));
        if (wrong is not null || names.Distinct().Count() < names.Length)
        {
            _file.Problems.Add(
                node.Line, $"'{Transport}' takes names, each once: {_transports}{(wrong is null ? "" : $"; not '{wrong}'")}");
        }

        return names;
    }

    private (ScenarioStep Step, Operation Operation, long Size, string? Transport) Read(ScenarioStep step)
    {
        Check(step.Words, StepKeys);
        return (
            step,
            Read(step, AnalyzerDimensions.File, $"a kind of request: {RowWords.Kinds}", RowWords.OperationOf) ?? Operation.Unknown,
            Read(step, AnalyzerDimensions.Size, RowWords.Sizes, text => RowWords.SizeOf(text) is { } bytes ? (object)bytes : null) as long?
                ?? RowWords.DefaultSize,
            Read(step, Transport, $"one of: {_transports}", text => _isTransport(text) ? text : null));
    }

    /// <returns>Null where the step does not say, and for what is no value, which is a problem.</returns>
    private T? Read<T>(ScenarioStep step, string key, string takes, Func<string, T?> parse)
        where T : class
    {
        if (step.Words.FirstOrDefault(word => word.Key == key) is not { } word)
        {
            return null;
        }

        var value = word.Value.Text is { } text ? parse(text) : null;
        if (value is null)
        {
            _file.Problems.Add(word.Value.Line, $"'{key}' takes {takes}; not '{word.Value.Text ?? "a list or a map"}'");
        }

        return value;
    }

    private void Check(IReadOnlyList<ScenarioEntry> words, string[] known)
    {
        foreach (var word in words.Where(word => !known.Contains(word.Key)))
        {
            var others = known.Length == 1
                ? $"there is no '{word.Key}' in a scenario; there are: {ScenarioFile.KnownKeys}, {known[0]}"
                : $"there is no '{word.Key}' in a step; there are: {ScenarioStep.KnownKeys}, {string.Join(", ", known)}";
            _file.Problems.Add(word.Line, OtherWords.HintTo(word.Key) is { } own ? $"{others}; {own}" : others);
        }
    }
}
