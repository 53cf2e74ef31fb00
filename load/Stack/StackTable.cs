using System.Globalization;

namespace Load.Stack;

/// <summary>What runs where, and what to do with it.</summary>
internal static class StackTable
{
    public static void Write(RunningStack stack, bool isTemporary, TimeSpan start, TextWriter output)
    {
        var rows = stack.Servers.Select(server => (server.Name, server.Address, server.What))
            .Concat(stack.Members.SelectMany(Rows)).ToList();
        var (name, address) = (rows.Max(row => row.Name.Length), rows.Max(row => row.Address.Length));
        output.WriteLine();
        foreach (var row in rows)
        {
            output.WriteLine($" {row.Name.PadRight(name)}  {row.Address.PadRight(address)}  {row.What}");
        }

        output.WriteLine();
        output.WriteLine($" curl --data-binary \"@file.pdf\" http://127.0.0.1:{stack.Ports.Gateway.Http}/v1/files");
        output.WriteLine($" Data and logs: {stack.Paths.Folder}{(isTemporary ? ", removed at the end; --data DIR keeps them" : "")}");
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $" Ready after {start.TotalSeconds:0.0} s. Ctrl+C stops all."));
        output.Flush();
    }

    private static IEnumerable<(string Name, string Address, string What)> Rows(SupervisedMember supervised)
    {
        var member = supervised.Member;
        if (member.Addresses.Count == 0)
        {
            yield return (member.Name, "", member.Purpose);
        }

        for (var i = 0; i < member.Addresses.Count; i++)
        {
            var one = member.Addresses[i];
            var address = (i == 0 ? supervised.Printed : null) ?? one.Address; // with a token, where it needs one
            yield return (i == 0 ? member.Name : "", address, i == 0 ? $"{member.Purpose}: {one.What}" : one.What);
        }
    }
}
