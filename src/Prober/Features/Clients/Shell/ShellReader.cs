using Prober.Features.Configuration;

namespace Prober.Features.Clients.Shell;

/// <summary>The keys of <c>shell</c>.</summary>
internal static class ShellReader
{
    public static ShellProbe Read(ConfigSection section)
    {
        var command = section.Required("cmd", "/usr/local/bin/check");
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

        return new(command, [.. section.Texts("args")], variables, section.Flag("clean_env"), Check(section));
    }

    public static OutputCheck Check(ConfigSection section)
    {
        var isExpression = section.Flag("regex");
        return new(
            HttpReader.Expression(section, "contain", isExpression), HttpReader.Expression(section, "not_contain", isExpression),
            section.Flag("with_output"));
    }
}
