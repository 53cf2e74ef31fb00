using Prober.Features.Programs;

namespace Prober.Features.Configuration.Clients.Shell;

/// <summary>The keys of <c>shell</c>.</summary>
internal static class ShellReader
{
    public static ShellProbe Read(ConfigSection section) => new(Program(section), Check(section));

    /// <summary>The keys of what runs a program: of a target, and of a notifier.</summary>
    public static ShellProgram Program(ConfigSection section) => new(
        section.Required("cmd", "/usr/local/bin/check"), [.. section.Texts("args")], Variables(section), section.Flag("clean_env"));

    public static List<KeyValuePair<string, string>> Variables(ConfigSection section)
    {
        var variables = new List<KeyValuePair<string, string>>();
        foreach (var text in section.Texts("env"))
        {
            if (text.IndexOf('=') is > 0 and var equals)
            {
                variables.Add(new(text[..equals], text[(equals + 1)..]));
            }
            else
            {
                section.Add(section.LineOf("env"), "env has to be a list of texts such as NAME=value");
            }
        }

        return variables;
    }

    public static OutputCheck Check(ConfigSection section)
    {
        var isExpression = section.Flag("regex");
        return new(
            HttpReader.Expression(section, "contain", isExpression), HttpReader.Expression(section, "not_contain", isExpression),
            section.Flag("with_output"));
    }
}
