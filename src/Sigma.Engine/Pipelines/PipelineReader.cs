using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Pipelines;

/// <summary>
/// Reads a processing pipeline as pySigma has it in YAML, as far as it makes sense for evaluation. Others of its transformations are
/// refused by name, because a rule that lacks them would mean something else.
/// </summary>
public sealed class PipelineReader
{
    private const int MaxDepth = 8;

    private static readonly string[] Members =
        ["name", "priority", "allowed_backends", "vars", "transformations", "postprocessing", "finalizers", "description", "author"];

    private readonly ProblemList _problems;
    private readonly PipelineConditions _conditions;
    private readonly TransformationReader _transformations;

    private PipelineReader(ProblemList problems) => (_problems, _conditions, _transformations) = (problems, new(problems), new(problems));

    /// <param name="file">Its name, for messages.</param>
    /// <param name="text">Its content.</param>
    /// <param name="problems">Gets the problems.</param>
    /// <returns>Null when it is refused.</returns>
    public static RulePipeline? Read(string file, string text, List<RuleProblem> problems)
    {
        var list = new ProblemList(file, problems);
        var (document, error) = YamlReader.Read(text).FirstOrDefault();
        if (document is not YamlMap map)
        {
            list.Error("yaml", error?.At ?? new(1, 1), error?.Message ?? "A pipeline is a map: name, priority, vars, transformations.");
            return null;
        }

        foreach (var entry in map.Entries.Where(entry => !Members.Contains(entry.Key)))
        {
            list.Error("pipeline", entry.At, $"{entry.Key} is not read in a pipeline. It has {string.Join(", ", Members)}.");
        }

        var reader = new PipelineReader(list);
        var steps = reader.Steps(map, "transformations", 0);
        reader.WarnOfQueries(map);
        var fields = new DocumentFields(map, list);
        var priority = fields.Text("priority") is { } number && int.TryParse(number, out var value) ? value : 0;
        var vars = reader.Vars(map);
        reader.WarnOfCircles(steps, map);
        return list.Errors > 0 ? null : new(file, priority, steps, vars)
        {
            Fingerprint = Fingerprints.Of(map),
            ReplacesPlaceholders = reader._transformations.ReplacesPlaceholders,
        };
    }

    private Dictionary<string, IReadOnlyList<string>> Vars(YamlMap map)
    {
        var vars = new Dictionary<string, IReadOnlyList<string>>();
        if (map.Find("vars")?.Value is YamlMap values)
        {
            var fields = new DocumentFields(values, _problems);
            foreach (var entry in values.Entries.Where(entry => entry.Value is not YamlMap)) // maps are for templates of queries
            {
                vars[entry.Key] = [.. fields.Texts(entry.Key).Select(text => text.Text)];
            }
        }

        return vars;
    }

    private void WarnOfQueries(YamlMap map)
    {
        foreach (var key in (string[])["postprocessing", "finalizers"])
        {
            if (map.Find(key) is { Value: YamlList { Items.Count: > 0 } } entry)
            {
                _problems.Warning("pipeline", entry.At, $"{key} concerns queries, and does nothing here.");
            }
        }
    }

    private List<PipelineStep> Steps(YamlMap map, string key, int depth)
    {
        var steps = new List<PipelineStep>();
        switch (map.Find(key)?.Value)
        {
            case null or YamlScalar { Kind: ScalarKind.Null }:
                break;
            case var list when depth > MaxDepth:
                _problems.Error("pipeline", list.At, $"More than {MaxDepth} steps within each other.");
                break;
            case YamlList list:
                steps.AddRange(list.Items.Select(item => Step(item, depth)).OfType<PipelineStep>());
                break;
            case var other:
                _problems.Error("pipeline", other.At, $"{key} is a list of maps, each with a type.");
                break;
        }

        return steps;
    }

    private PipelineStep? Step(YamlNode node, int depth)
    {
        if (node is not YamlMap map || new DocumentFields(map, _problems) is var fields && fields.Text("type") is not { } type)
        {
            _problems.Error("pipeline", node.At, "A transformation is a map with a type.");
            return null;
        }

        var change = type == "nest" ? new Nest(Steps(map, "items", depth + 1)) : _transformations.Read(type, map, fields);
        return change is null
            ? null
            : new(fields.Text("id"), change, _conditions.OfRules(map), _conditions.OfItems(map), _conditions.OfFields(map));
    }

    /// <summary>A field that later steps rename back was renamed for nothing, and its author meant something else.</summary>
    private void WarnOfCircles(List<PipelineStep> steps, YamlMap map)
    {
        var renamings = (map.Find("transformations")?.Value as YamlList)?.Items.OfType<YamlMap>()
            .Where(step => step.Find("type")?.Value is YamlScalar { Text: "field_name_mapping" })
            .SelectMany(step => (step.Find("mapping")?.Value as YamlMap)?.Entries ?? []) ?? [];
        foreach (var entry in renamings.DistinctBy(entry => entry.Key))
        {
            var (name, passed) = (entry.Key, new List<string> { entry.Key });
            foreach (var step in steps)
            {
                if (step.Change.NamesOf(name) is [var next] && next != name)
                {
                    name = next;
                    passed.Add(name);
                }
            }

            if (passed.Count > 2 && name == entry.Key)
            {
                _problems.Warning("pipeline", entry.At,
                    $"{entry.Key} is renamed in a circle: {string.Join(", then ", passed.Skip(1))}. Keep the mapping that is meant.");
            }
        }
    }
}
